import { useDeferredValue, useMemo, useState } from 'react'
import { departmentsApi } from '../../shared/departments.ts'
import { may } from '../../shared/permissions.ts'
import { MAX_ROUTINES_PER_CALL, type NewRoutine, routinesApi } from '../../shared/routines.ts'
import { fold } from '../../shared/words/fold.ts'
import { translate } from '../../shared/words/message.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { useCall, useReply } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { issuesByKey, withKeys } from '../components/import-people/pasted-lines.ts'
import { useI18n } from '../language.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { pasteNames } from './paste-words.ts'
import { type CorrectedLine, type PastedDefaults, type PastedRoutine, pastedRoutines } from './pasted-routines.ts'

/** A line of the preview, with remarks by the server and choices of the person. */
export interface PreviewLine extends Omit<PastedRoutine, 'faults' | 'notes'> {
  /** In words. */
  faults: string[]
  notes: string[]
  isLeftOut: boolean
}

const usual = { days: '* * *', opensAt: '08:00', dueAfterMinutes: 120, closesAfterDue: 120 }

/** The pasted text, its routines, and the call that creates them. `onCreated` is called after it. */
export function usePaste(onCreated: () => void) {
  const i18n = useI18n()
  const viewer = useViewer()
  const { chosen } = useDepartmentFilter()
  const departments = useReply(departmentsApi.list, {}).data
  const mayManage = (departmentId: number | null) => may(viewer, 'routine:manage', { departmentId })
  const [text, setText] = useState('')
  const [defaults, setDefaults] = useState<PastedDefaults>(() => {
    const own = chosen ?? viewer.department?.id ?? null
    return { departmentId: own !== null && mayManage(own) ? own : null, ...usual }
  })
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  /** The keys of doubtful lines that are right as they are. */
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const [corrections, setCorrections] = useState<ReadonlyMap<string, CorrectedLine>>(new Map())
  const [meant, setMeant] = useState<ReadonlyMap<string, number>>(new Map())
  /** The server's faults of lines, by their keys. */
  const [refused, setRefused] = useState<ReadonlyMap<string, string[]>>(new Map())
  const create = useCall(routinesApi.createMany)

  // A long text is read after its letters are on the screen.
  const readText = useDeferredValue(text)
  const names = useMemo(
    () => pasteNames(departments ?? [], (departmentId) => may(viewer, 'routine:manage', { departmentId }), i18n),
    [departments, viewer, i18n],
  )
  const list = useMemo(
    () => pastedRoutines(readText, defaults, names, { kept, corrections, meant }),
    [readText, defaults, names, kept, corrections, meant],
  )
  const lines = list.routines.map((routine): PreviewLine => {
    const faults = [...routine.faults.map((fault) => translate(i18n, fault)), ...(refused.get(routine.key) ?? [])]
    const notes = routine.notes.map((note) => translate(i18n, note))
    return { ...routine, faults: [...new Set(faults)], notes, isLeftOut: leftOut.has(routine.key) }
  })
  const used = lines.filter((line) => !line.isLeftOut)
  const faulty = used.filter(({ faults }) => faults.length > 0)
  const isTooMany = list.count > MAX_ROUTINES_PER_CALL
  const isReady =
    text === readText && used.length > 0 && faulty.length === 0 && !isTooMany && !list.lacksTitle && !create.isPending

  const type = (next: string) => {
    setText(next)
    setRefused(new Map())
  }
  const changeDefaults = (changes: Partial<PastedDefaults>) => {
    setDefaults({ ...defaults, ...changes })
    setRefused(new Map())
  }
  const leaveOut = (keys: readonly string[], isOut: boolean) => setLeftOut(withKeys(leftOut, keys, isOut))
  const keep = (key: string) => setKept(new Set([...kept, key]))
  const correct = (key: string, correction: CorrectedLine) => {
    setCorrections(new Map([...corrections, [key, correction]]))
    setRefused(new Map())
  }
  const mean = (name: string, departmentId: number) => {
    setMeant(new Map([...meant, [fold(name), departmentId]]))
    setRefused(new Map())
  }
  const submit = async () => {
    if (!isReady) return
    const sent = used.flatMap(({ key, routine }) => (routine ? [{ key, routine }] : []))
    const routines: NewRoutine[] = sent.map(({ routine }) => routine)
    try {
      const { ids } = await create.mutateAsync({ body: { routines } })
      toast({
        title: i18n.t('{count, plural, one {Created # routine} other {Created # routines}}', { count: ids.length }),
      })
      onCreated()
    } catch (error) {
      const found = issuesByKey(error, 'routines', sent)
      setRefused(found)
      if (found.size === 0) toastError(messageOf(error, i18n.t('The routines could not be created.')))
    }
  }
  return {
    ...{ text, type, defaults, changeDefaults, mayManage, departments },
    ...{ list, lines, used, faulty, isTooMany, isReady, leaveOut, keep, submit },
    ...{ correct, mean, meantBy: (name: string) => meant.get(fold(name)) },
    isCreating: create.isPending,
  }
}

export type Paste = ReturnType<typeof usePaste>
