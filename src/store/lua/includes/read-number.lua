-- The number at a key; 0 if the key has another type or holds something else.
local function readNumber(key)
  if redis.call('type', key).ok ~= 'string' then return 0 end
  return tonumber(redis.call('get', key)) or 0
end
