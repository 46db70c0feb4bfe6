import type { I18n } from '@lingui/core'
import type { ReactNode } from 'react'
import type { Message } from '../../../shared/words/message.ts'

/** Fields that are one thing to people: changing one of them counts as changing all. */
export interface FieldGroup<Row, Values, Body> {
  label: Message
  /** In the contract. */
  sent: readonly (keyof Body)[]
  /** In the form. */
  shown: readonly (keyof Values)[]
  /** The values of a row in these fields, for people. */
  words: (row: Row, i18n: I18n) => ReactNode
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The groups in which two rows differ, as they are sent. */
export const changedGroups = <Group extends { sent: readonly (keyof Body)[] }, Body>(
  groups: readonly Group[],
  body: Body,
  other: Body,
) => groups.filter(({ sent }) => sent.some((field) => !isSame(body[field], other[field])))

/** The fields of these groups, as they are sent. */
export const sentOf = <Body>(groups: readonly { sent: readonly (keyof Body)[] }[], body: Body) =>
  Object.fromEntries(groups.flatMap(({ sent }) => sent.map((field) => [field, body[field]]))) as Partial<Body>

/** Whether a form follows its row to `next`: nothing was typed since `base`, or only what `next` has as well. */
export const mayFollow = <Values extends object>(typed: Values, base: Values, next: Values) =>
  hasSameValues(typed, base) || hasSameValues(typed, next)

/** Whether two rows have the same values in a form. */
export const hasSameValues = <Values extends object>(one: Values, other: Values) =>
  (Object.keys(other) as (keyof Values)[]).every((name) => isSame(one[name], other[name]))
