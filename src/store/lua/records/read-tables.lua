-- Reads the fields of some records of one language in several hashes, of which all but the first are usually empty.
-- KEYS: 1 a hash by GTIN, 2 another one, then hashes by record id
-- ARGV: 1 the language, then the GTINs
-- Reply: for each hash the values in the order of the GTINs, or an empty list if it does not exist
--- @include "hash-fields"
local gtins, ids = argumentsFrom(2, 1), {}
local function valuesIn(key, fields)
  local found, values = getFields(key, fields), {}
  for at, field in ipairs(fields) do values[at] = found[field] or false end
  return values
end
local reply = { valuesIn(KEYS[1], gtins) }
local exists = redis.call('exists', unpack(KEYS, 2)) > 0
for at = 2, #KEYS do
  reply[at] = {}
  if exists and redis.call('exists', KEYS[at]) == 1 then
    if at > 2 and #ids == 0 then
      for nth, gtin in ipairs(gtins) do ids[nth] = gtin .. '/' .. ARGV[1] end
    end
    reply[at] = valuesIn(KEYS[at], at == 2 and gtins or ids)
  end
end
return reply
