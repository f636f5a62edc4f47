const openings =
  /^\W*(?:(?:i['’]?m|i am) (?:(?:really |very |truly )?sorry|unable|not able)|sorry\b|my apologies|i apologi[sz]e|i (?:can['’]?t|cannot|can not|won['’]?t|will not)\b|unfortunately,? i\b|as an ai\b)/i;

/** Whether an answer declines to answer: it begins as refusals do, and there is no code in it. */
export function isRefusal(answer: string): boolean {
  return openings.test(answer) && !/```|^[ \t]*(?:def|import|from)\s/m.test(answer);
}
