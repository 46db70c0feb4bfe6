import type { I18n } from '@lingui/core'
import { useEffect, useRef } from 'react'
import type { Step } from '../../../shared/steps.ts'
import type { Task } from '../../../shared/tasks.ts'
import { isEditedMeanwhile, messageOf } from '../../api/call-endpoint.ts'
import { viewerNow } from '../../api/viewer.ts'
import { numberIn } from '../../components/steps/numbers.ts'
import { i18nNow } from '../../language.ts'
import { createPersonalStore } from '../../store.ts'
import { type EnteredValue, enterValue, stepNow } from './use-steps.ts'

/** The text typed into the field of a step. */
interface TypedValue {
  text: string
  /** The value that its person has seen: at first the step's when they began to type. */
  was: EnteredValue
  /** Why it is not saved. */
  fault?: string
  /** Somebody else's entry meanwhile. */
  theirs?: string
}

/** Unsaved texts in steps, by the step's id. They outlast fields: a refusal may come after the closing. */
const typedValues = createPersonalStore<ReadonlyMap<number, TypedValue>>(new Map())

/** Hook: the unsaved text in a step; undefined as long as there is none. */
export const useTypedValue = (id: number) => typedValues.useSelected((all) => all.get(id))

/** Notes text that somebody types into a step. */
export function type(step: Step, text: string) {
  const { was } = typedValues.get().get(step.id) ?? { was: step.value }
  noteTyped(step.id, { text, was })
}

/** Notes typed text in a step; undefined forgets it. */
function noteTyped(id: number, typed: TypedValue | undefined) {
  const all = new Map(typedValues.get())
  if (typed) all.set(id, typed)
  else all.delete(id)
  typedValues.set(all)
}

/** The value of a step as people type it again. */
export const typedForm = ({ kind, value }: Step, i18n: I18n) =>
  value === null ? '' : kind === 'number' ? i18n.number(Number(value), PLAIN) : String(value)

const PLAIN: Intl.NumberFormatOptions = { useGrouping: false, maximumFractionDigits: 6 }

/** The typed value, null for an emptied field; undefined if the step needs a number and the text is none. */
function valueIn(text: string, { kind }: Step): EnteredValue | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return null
  return kind === 'number' ? numberIn(trimmed, i18nNow()) : trimmed
}

/**
 * Saves the text typed into a step. A text that cannot be saved stays in the field, and the field says so. If somebody
 * else has entered a value meanwhile, the field shows it; saving once more replaces it.
 */
export async function saveTyped(task: Task, step: Step): Promise<void> {
  const typed = typedValues.get().get(step.id)
  if (!typed) return
  const i18n = i18nNow()
  const value = valueIn(typed.text, step)
  if (value === undefined) return noteTyped(step.id, { ...typed, fault: i18n.t('Enter a number') })
  noteTyped(step.id, undefined)
  if (typed.text.trim() === typedForm({ ...step, value: typed.was }, i18n)) return
  const by = viewerNow()?.id
  const error = await enterValue(task, step, value, typed.was)
  if (error === undefined) return
  // Another person does not get it, and text typed meanwhile is newer.
  if (viewerNow()?.id !== by || typedValues.get().has(step.id)) return
  const theirs = isEditedMeanwhile(error) ? stepNow(task.id, step.id) : undefined
  noteTyped(
    step.id,
    theirs
      ? { ...typed, was: theirs.value, fault: messageOf(error, ''), theirs: typedForm(theirs, i18n) }
      : { ...typed, fault: i18n.t('The step could not be saved') },
  )
}

/** Whether the typed text is no number, although the step asks for one. It cannot be saved. */
const isNoNumber = (step: Step, typed: TypedValue | undefined) =>
  typed !== undefined && valueIn(typed.text, step) === undefined

/**
 * Saves typed values of these steps when the page is hidden, and when the task is closed: React sends no blur when a
 * field goes with its task. Returns whether there is typed text, and whether some of it cannot be saved.
 */
export function useSavingTyped(task: Task, steps: readonly Step[] = []) {
  const shown = useRef({ task, steps })
  shown.current = { task, steps }
  useEffect(() => {
    const save = () => {
      for (const step of shown.current.steps) void saveTyped(shown.current.task, step)
    }
    const onHidden = () => document.visibilityState === 'hidden' && save()
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      save()
      // The dialog has asked about the values that cannot be saved.
      for (const step of shown.current.steps)
        if (isNoNumber(step, typedValues.get().get(step.id))) noteTyped(step.id, undefined)
    }
  }, [])
  return {
    isTyped: typedValues.useSelected((all) => steps.some(({ id }) => all.has(id))),
    isAtFault: typedValues.useSelected((all) => steps.some((step) => isNoNumber(step, all.get(step.id)))),
  }
}
