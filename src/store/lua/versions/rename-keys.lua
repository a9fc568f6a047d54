-- Renames the keys of an older layout, together with the stored version of the layout, so that the second of two processes
-- that start together has nothing to rename. If both names exist, the entries of the old one join the new one.
-- KEYS: 1 the formats, 2 the runs by time, 3 the findings of the active run, 4 the old decisions, then the old and the new
-- name of each key
-- ARGV: 1 the version of the layout, 2 the note that replaces the old decisions, 3 the old kind of duplicate findings
-- Reply: 1 renamed, 0 if the layout is current
if tonumber(redis.call('hget', KEYS[1], 'keys') or '1') >= tonumber(ARGV[1]) then return 0 end
for i = 5, #KEYS, 2 do
  local old, new = KEYS[i], KEYS[i + 1]
  if redis.call('exists', new) == 0 then
    if redis.call('exists', old) == 1 then redis.call('rename', old, new) end
  elseif redis.call('type', old).ok == 'hash' then
    local fields = redis.call('hgetall', old)
    for at = 1, #fields, 2 do redis.call('hsetnx', new, fields[at], fields[at + 1]) end
    redis.call('unlink', old)
  else
    redis.call('unlink', old)
  end
end
for _, field in ipairs(redis.call('hkeys', KEYS[3])) do
  local subject = string.match(field, '^(.*) ' .. ARGV[3] .. '$')
  if subject then
    redis.call('hset', KEYS[3], subject .. ' duplicate', redis.call('hget', KEYS[3], field))
    redis.call('hdel', KEYS[3], field)
  end
end
if redis.call('exists', KEYS[2]) == 1 then redis.call('set', KEYS[4], ARGV[2]) end
redis.call('hset', KEYS[1], 'keys', ARGV[1])
return 1
