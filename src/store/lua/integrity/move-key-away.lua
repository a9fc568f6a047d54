-- Moves a whole key, so that nothing is lost, if it still has the wrong type.
-- KEYS: 1 the key, 2 its new name
-- ARGV: 1 the wrong type
-- Reply: 1 moved, 0 if the type has changed
if redis.call('type', KEYS[1]).ok ~= ARGV[1] then return 0 end
redis.call('rename', KEYS[1], KEYS[2])
return 1
