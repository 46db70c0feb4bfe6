import { useDeferredValue, useMemo, useState } from 'react'
import { departmentsApi } from '../../shared/departments.ts'
import { may } from '../../shared/permissions.ts'
import { MAX_PLACES_PER_CALL, placesApi } from '../../shared/places.ts'
import { fold } from '../../shared/words/fold.ts'
import { translate } from '../../shared/words/message.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { useCall, useReply } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { issuesByKey, withKeys } from '../components/import-people/pasted-lines.ts'
import { useI18n } from '../language.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { type CorrectedPlace, type Meaning, type PastedPlace, pastedPlaces } from './pasted-places.ts'
import { placeNames } from './place-words.ts'

/** A place of the preview, with remarks by the server and choices of the person. */
export interface PreviewPlace extends Omit<PastedPlace, 'faults'> {
  /** In words. */
  faults: string[]
  isLeftOut: boolean
}

/** The pasted text, its places, and the call that creates them. `onCreated` is called after it. */
export function usePlacesPaste(onCreated: () => void) {
  const i18n = useI18n()
  const viewer = useViewer()
  const departments = useReply(departmentsApi.list, {}).data
  const existing = useReply(placesApi.list, {}).data?.places
  const mayManage = (departmentId: number | null) => may(viewer, 'place:manage', { departmentId })
  const [text, setText] = useState('')
  const [departmentId, setDepartmentId] = useState<number | null>(null)
  const [meanings, setMeanings] = useState<ReadonlyMap<string, Meaning>>(new Map())
  const [corrections, setCorrections] = useState<ReadonlyMap<string, CorrectedPlace>>(new Map())
  const [whole, setWhole] = useState<ReadonlySet<string>>(new Set())
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  /** The server's faults of places, by their keys. */
  const [refused, setRefused] = useState<ReadonlyMap<string, string[]>>(new Map())
  const create = useCall(placesApi.createMany)

  // A long text is read after its letters are on the screen.
  const readText = useDeferredValue(text)
  const names = useMemo(
    () =>
      placeNames(departments ?? [], (id) => may(viewer, 'place:manage', { departmentId: id }), existing ?? [], i18n),
    [departments, existing, viewer, i18n],
  )
  const list = useMemo(
    () => pastedPlaces(readText, names, { departmentId, meanings, corrections, whole, leftOut }),
    [readText, names, departmentId, meanings, corrections, whole, leftOut],
  )
  const places = list.places.map((place): PreviewPlace => {
    const faults = [...place.faults.map((fault) => translate(i18n, fault)), ...(refused.get(place.key) ?? [])]
    return { ...place, faults: [...new Set(faults)], isLeftOut: leftOut.has(place.key) }
  })
  const used = places.filter(({ isLeftOut }) => !isLeftOut)
  const faulty = used.filter(({ faults }) => faults.length > 0)
  const isTooMany = list.count > MAX_PLACES_PER_CALL
  const isReady =
    text === readText &&
    existing !== undefined &&
    used.length > 0 &&
    faulty.length === 0 &&
    !isTooMany &&
    !create.isPending

  /** A choice after which the server's faults no longer hold. */
  const after =
    <A extends unknown[]>(set: (...values: A) => void) =>
    (...values: A) => {
      setRefused(new Map())
      set(...values)
    }
  const leaveOut = after((keys: readonly string[], isOut: boolean) => setLeftOut(withKeys(leftOut, keys, isOut)))
  const submit = async () => {
    if (!isReady) return
    try {
      const { ids } = await create.mutateAsync({
        body: { places: used.map(({ name, departmentId }) => ({ name, departmentId })) },
      })
      toast({ title: i18n.t('{count, plural, one {Created # place} other {Created # places}}', { count: ids.length }) })
      onCreated()
    } catch (error) {
      const found = issuesByKey(error, 'places', used)
      setRefused(found)
      if (found.size === 0) toastError(messageOf(error, i18n.t('The places could not be created.')))
    }
  }
  return {
    ...{ text, type: after(setText), departmentId, chooseDepartment: after(setDepartmentId), mayManage, departments },
    ...{ list, places, used, faulty, isTooMany, isReady, leaveOut, corrections, submit },
    meaningOf: (words: string) => meanings.get(fold(words)),
    mean: after((words: string, meaning: Meaning) => setMeanings(new Map([...meanings, [fold(words), meaning]]))),
    correct: after((key: string, place: CorrectedPlace) => setCorrections(new Map([...corrections, [key, place]]))),
    keepWhole: after((key: string) => setWhole(new Set([...whole, key]))),
    isCreating: create.isPending,
  }
}

export type PlacesPaste = ReturnType<typeof usePlacesPaste>
