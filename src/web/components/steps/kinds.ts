import type { StepKind } from '../../../shared/step-fields.ts'
import { type Message, msg } from '../../../shared/words/message.ts'

/** The kinds of steps, for people. */
export const stepKindLabels: Record<StepKind, Message> = {
  tick: msg('A tick'),
  number: msg('A number'),
  text: msg('A text'),
  photo: msg('A photo'),
}
