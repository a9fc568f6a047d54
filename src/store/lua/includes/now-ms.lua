-- The time of Redis's clock, which all processes share, in whole milliseconds since 1970.
local function nowMs()
  local time = redis.call('time')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
