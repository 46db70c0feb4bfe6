import { type Message, msg } from '../../../shared/message.ts'
import type { StepKind } from '../../../shared/steps.ts'

/** What a step asks for. */
export const kindLabels: Record<StepKind, Message> = {
  tick: msg('A tick'),
  number: msg('A number'),
  text: msg('A text'),
  photo: msg('A photo'),
}
