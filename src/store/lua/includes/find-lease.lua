-- The holder of a lease (kind 'string') or the number of its holders (kind 'set'); nil if it is free. A lease without an
-- expiry is not ours and would last forever, so it is moved away, as is a key of another type.
local function findLease(key, kind)
  local found = redis.call('type', key).ok
  if found == 'none' then return nil end
  if found ~= kind or redis.call('pttl', key) < 0 then
    redis.call('rename', key, key .. ':moved-away')
    return nil
  end
  return kind == 'set' and redis.call('scard', key) or redis.call('get', key)
end
