-- Reads and changes many fields of a hash with one command each, or a few for thousands of fields, because Lua unpacks no
-- longer list.
local atOnce = 4000
local function callInParts(command, key, list)
  for from = 1, #list, atOnce do
    redis.call(command, key, unpack(list, from, math.min(#list, from + atOnce - 1)))
  end
end
-- A table field → value, without fields that do not exist.
local function getFields(key, fields)
  local found = {}
  for from = 1, #fields, atOnce do
    local last = math.min(#fields, from + atOnce - 1)
    for at, value in ipairs(redis.call('hmget', key, unpack(fields, from, last))) do
      found[fields[from + at - 1]] = value or nil
    end
  end
  return found
end
-- Stores the changes, a table field → value, or false to remove it.
local function changeFields(key, changes)
  local set, removed = {}, {}
  for field, value in pairs(changes) do
    if value then
      set[#set + 1] = field
      set[#set + 1] = value
    else
      removed[#removed + 1] = field
    end
  end
  callInParts('hset', key, set)
  callInParts('hdel', key, removed)
end
-- Every nth argument from the first one.
local function argumentsFrom(first, step)
  local list = {}
  for at = first, #ARGV, step do list[#list + 1] = ARGV[at] end
  return list
end
