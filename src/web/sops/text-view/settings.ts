import { createRememberedStore } from '../../store.ts'

/** How a person reads procedures in this browser. */

const views = ['pages', 'text'] as const
export type ProcedureView = (typeof views)[number]

/** The view last chosen; null if none was. */
export const chosenView = createRememberedStore<ProcedureView | null>(
  'muster.procedure-view',
  (text) => views.find((view) => view === text) ?? null,
  (view) => view,
)

/** Sizes of the text in pixels, for a browser whose usual size is 16. */
export const SIZES = [17, 19, 22, 26, 32] as const

/** The size of the text, as its place in `SIZES`. */
export const textSize = createRememberedStore<number>(
  'muster.text-size',
  (text) => (text !== null && Number(text) in SIZES ? Number(text) : 0),
  String,
)
