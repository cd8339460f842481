-- Takes several steps of one kind, each with a fate of its own: one that fails does not keep the others from theirs.
local function each_step(answers, steps, take)
  for step = 1, steps do
    local is_taken, answer = pcall(take, step)
    if not is_taken and type(answer) ~= 'table' then answer = { err = tostring(answer) } end
    answers[#answers + 1] = answer
  end
  return answers
end
