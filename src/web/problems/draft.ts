import { createPersonalStore } from '../store.ts'

/** The text of an unsent report. It survives a closed dialog, a reload and the end of the session. */
export interface ReportDraft {
  title: string
  place: string
  description: string
  isHigh: boolean
  /** The person's choice; null while that is left to the place and the last report. */
  departmentId: number | null
  /** The ids of photos, which are stored in this browser or on the server. */
  photos: readonly string[]
}

export const EMPTY_REPORT: ReportDraft = {
  title: '',
  place: '',
  description: '',
  isHigh: false,
  departmentId: null,
  photos: [],
}

/** Of one person at a time: it is forgotten at sign-out. It lasts as long as the tab. */
const drafts = createPersonalStore<{ by: string; draft: ReportDraft } | null>(null, {
  name: 'muster.report',
  storage: 'sessionStorage',
})

/** Hook: the draft of a person. */
export function useReportDraft(by: string): ReportDraft {
  const kept = drafts.use()
  return kept?.by === by ? kept.draft : EMPTY_REPORT
}

/** The draft of a person, outside of components. */
export function reportDraft(by: string): ReportDraft {
  const kept = drafts.get()
  return kept?.by === by ? kept.draft : EMPTY_REPORT
}

/** Whether nobody would miss it. A place alone was put there by a sign. */
export const isEmptyReport = ({ title, description, photos }: ReportDraft) =>
  title.trim() === '' && description.trim() === '' && photos.length === 0

export const keepReportDraft = (by: string, draft: ReportDraft | null) => drafts.set(draft && { by, draft })

interface Remembered {
  /** The department of the last report. */
  departmentId: number | null
  /** Places of reports, the latest first, each with the department to which it went. */
  places: readonly { name: string; departmentId: number }[]
}

/** Places that this device suggests of its own. */
const MAX_PLACES = 20

/** The device's memory of sent reports, so that the next one takes fewer taps. */
export const remembered = createPersonalStore<Remembered>(
  { departmentId: null, places: [] },
  { name: 'muster.report-places' },
)

/** Two spellings of a place are the same if only case and space differ. */
const keyOf = (name: string) => name.trim().toLowerCase()
export const isSamePlace = (a: string, b: string) => keyOf(a) === keyOf(b)

/** Remembers a report that was sent. */
export function rememberReport(departmentId: number, place: string | null | undefined) {
  const { places } = remembered.get()
  const others = place ? places.filter(({ name }) => !isSamePlace(name, place)) : places
  remembered.set({
    departmentId,
    places: (place ? [{ name: place, departmentId }, ...others] : others).slice(0, MAX_PLACES),
  })
}
