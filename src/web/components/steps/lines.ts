import { MAX_STEP_TEXT, type NewStep } from '../../../shared/step-fields.ts'

/** A mark at the beginning of a line of a list: a bullet, a box to tick, a number. It may be empty. */
export const LIST_MARK = /^\s*(?:(?:[-*+•◦▪–—]|\d{1,3}[.)])\s+|[-*•◦▪](?=\p{L}))?(?:\[[ xX]?\]\s+|[☐☑✓✔]\s*)?/u

/** The steps of a pasted or typed text, one a line, without the marks of lists. Empty lines are left out. */
export const stepsIn = (text: string): NewStep[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.replace(LIST_MARK, '').trim().slice(0, MAX_STEP_TEXT))
    .filter(Boolean)
    .map((line) => ({ text: line }))
