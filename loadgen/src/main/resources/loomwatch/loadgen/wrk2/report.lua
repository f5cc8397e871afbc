-- Prints what wrk2 knows exactly: counts, errors, and every distinct corrected latency with how
-- often it was seen. Times are microseconds.
function done(summary, latency, requests)
  local e = summary.errors
  io.write("LOOMWATCH_BEGIN\n")
  io.write(string.format(
    '{"durationMicros":%d,"requests":%d,"connect":%d,"read":%d,"write":%d,"status":%d,"timeout":%d,"latency":[',
    summary.duration, summary.requests, e.connect, e.read, e.write, e.status, e.timeout))
  local n = #latency
  local rank = 1
  while rank <= n do
    local value = latency[rank]
    -- The last rank with this value: gallop ahead, then halve the gap.
    local last, step = rank, 1
    while last + step <= n and latency[last + step] == value do
      last = last + step
      step = step * 2
    end
    while step >= 1 do
      if last + step <= n and latency[last + step] == value then
        last = last + step
      end
      step = math.floor(step / 2)
    end
    io.write(string.format('%s[%d,%d]', rank == 1 and "" or ",", value, last - rank + 1))
    rank = last + 1
  end
  io.write("]}\nLOOMWATCH_END\n")
end
