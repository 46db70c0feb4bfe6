import { useEffect, useMemo, useRef, useState } from 'react'
import { departmentsApi } from '../../shared/departments.ts'
import type { Endpoint } from '../../shared/endpoint.ts'
import { organisationApi } from '../../shared/organisation.ts'
import { placesApi } from '../../shared/places.ts'
import { MAX_PROBLEM_PHOTOS, type NewProblem } from '../../shared/problems.ts'
import { fold } from '../../shared/words/fold.ts'
import { queryClient, replyOf, useReply } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import type { ReportPreset } from '../components/shift/report.ts'
import { useI18n } from '../language.ts'
import { addPhotos, dropPhoto, hasFailed } from '../task/photos/photo-work.ts'
import { toastError } from '../ui/toast.tsx'
import { departmentByWords } from './department-words.ts'
import { isSamePlace, keepReportDraft, type ReportDraft, remembered, useReportDraft } from './draft.ts'
import { announce, type SentReport, sendReport, sendReportAgain, useUnsentReports } from './send-queue.ts'

const MAX_TITLE_LENGTH = 200
const MAX_DESCRIPTION_LENGTH = 10_000
/** Places offered at once. Further letters find the others. */
const MAX_OFFERED = 6

/** A report that was handed over: under way, or its outcome. */
export interface Handed {
  department: string
  isUrgent: boolean
  result: SentReport | null
}

/** The state of the form to report a problem: typed text, suggestions, and the way to send it. */
export function useReport(preset: ReportPreset) {
  const i18n = useI18n()
  const { id: by } = useViewer()
  const draft = useReportDraft(by)
  const { departments, placeNames, departmentAt } = usePlaces()
  const memory = remembered.use()
  const unsent = useUnsentReports()
  const [faults, setFaults] = useState<{ title?: string; department?: string }>({})
  const { handed, follow, again } = useHanded()
  const change = (changes: Partial<ReportDraft>) => {
    setFaults({})
    keepReportDraft(by, { ...draft, ...changes })
  }
  const choosePhotos = (files: File[]) => {
    const room = MAX_PROBLEM_PHOTOS - draft.photos.length
    if (files.length > room)
      toastError(i18n.t('{max, plural, one {At most # photo} other {At most # photos}}', { max: MAX_PROBLEM_PHOTOS }))
    change({ photos: [...draft.photos, ...addPhotos(files.slice(0, room), by)] })
  }
  // The sign of a place has opened the form: its facts are newer than the typed ones.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening
  useEffect(() => {
    if (preset.place) change({ place: preset.place, departmentId: preset.departmentId ?? draft.departmentId })
  }, [preset])

  // The place knows best. The words of the report come before the last report.
  const byWords = useMemo(() => departmentByWords(draft.title, departments)?.id, [draft.title, departments])
  const suggested = departmentAt(draft.place) ?? byWords ?? memory.departmentId
  const departmentId = [draft.departmentId, suggested].find((id) => departments.some((each) => each.id === id)) ?? null
  const offeredPlaces = useMemo(() => {
    const typed = fold(draft.place.trim())
    const fitting = placeNames.filter((name) => fold(name).includes(typed) && !isSamePlace(name, draft.place))
    return fitting.slice(0, MAX_OFFERED)
  }, [placeNames, draft.place])

  return {
    draft,
    change,
    faults,
    departments,
    departmentId,
    offeredPlaces,
    handed,
    choosePhotos,
    removePhoto(photo: string) {
      dropPhoto(photo)
      change({ photos: draft.photos.filter((other) => other !== photo) })
    },
    /** Sends it. Returns the name of the field that lacks something, or undefined. */
    submit(): 'title' | 'department' | undefined {
      const title = draft.title.trim()
      const department = departments.find(({ id }) => id === departmentId)
      const titleFault =
        title === ''
          ? i18n.t('Say in a few words what is wrong')
          : title.length > MAX_TITLE_LENGTH || draft.description.trim().length > MAX_DESCRIPTION_LENGTH
            ? i18n.t('This text is too long')
            : undefined
      if (titleFault || !department) {
        setFaults({
          ...(titleFault && { title: titleFault }),
          ...(!department && { department: i18n.t('Choose who should see it') }),
        })
        return titleFault ? 'title' : 'department'
      }
      const body = bodyOf(draft, title, department.id)
      // A photo that has failed stays, to be tried again.
      keepReportDraft(by, null)
      const sending = sendReport({ by, body, department: department.name })
      void follow({ department: department.name, isUrgent: draft.isHigh }, sending)
    },
    /** Sends failed ones again. */
    repeat() {
      const failed = unsent.find(({ key, state }) => state === 'failed' && key === keyOf(handed))
      if (handed && failed) void follow(handed, sendReportAgain(failed))
    },
    again,
  }
}

/** The report that stands in place of the form. The outcome of any other is told in a toast. */
function useHanded() {
  const [handed, setHanded] = useState<Handed>()
  const shown = useRef<Handed>(undefined)
  const show = (next: Handed | undefined) => {
    shown.current = next
    setHanded(next)
  }
  useEffect(
    () => () => {
      shown.current = undefined
    },
    [],
  )
  return {
    handed,
    /** Shows a report that is under way, and then its outcome. */
    async follow({ department, isUrgent }: Omit<Handed, 'result'>, sending: Promise<SentReport>) {
      const underWay: Handed = { department, isUrgent, result: null }
      show(underWay)
      const result = await sending
      if (shown.current === underWay) show({ ...underWay, result })
      else announce(result)
    },
    /** Begins the next one. */
    again: () => show(undefined),
  }
}

const keyOf = (handed: Handed | undefined) => (handed?.result && 'key' in handed.result ? handed.result.key : undefined)

function bodyOf({ place, description, isHigh, photos }: ReportDraft, title: string, departmentId: number): NewProblem {
  return {
    title,
    departmentId,
    ...(place.trim() && { place: place.trim() }),
    ...(description.trim() && { description: description.trim() }),
    ...(isHigh && { priority: 'high' }),
    ...(photos.length > 0 && { photoIds: photos.filter((id) => !hasFailed(id)) }),
  }
}

/** Reads the form's suggestions before it opens, so that nobody who opens it waits for the network. */
export const readAhead = () =>
  Promise.all(
    [departmentsApi.list, placesApi.typed, placesApi.list, organisationApi.get].map((endpoint) =>
      queryClient.prefetchQuery({ ...replyOf<Endpoint>(endpoint, {}), gcTime: Number.POSITIVE_INFINITY }),
    ),
  )

/** The departments, and the places that this device and the server know. */
function usePlaces() {
  const { data: departments = [] } = useReply(departmentsApi.list, {})
  const typed = useReply(placesApi.typed, {}).data?.names
  const signs = useReply(placesApi.list, {}).data?.places
  const { places } = remembered.use()
  const placeNames = useMemo(() => {
    const all = [...places.map(({ name }) => name), ...(typed ?? []), ...(signs ?? []).map(({ name }) => name)]
    return all.filter((name, at) => all.findIndex((other) => isSamePlace(other, name)) === at)
  }, [places, typed, signs])
  /** Where reports about a place go: as its sign says, else as last time. */
  const departmentAt = (place: string) =>
    signs?.find(({ name }) => isSamePlace(name, place))?.departmentId ??
    places.find(({ name }) => isSamePlace(name, place))?.departmentId
  return { departments, placeNames, departmentAt }
}
