import { useMemo, useState } from 'react'
import { may } from '../../../shared/permissions.ts'
import type { Status } from '../../../shared/task-status.ts'
import { type NewTask, tasksApi } from '../../../shared/tasks.ts'
import { instantOf } from '../../../shared/time/time.ts'
import { useDepartmentFilter } from '../../api/department-filter.ts'
import { useCall } from '../../api/queries.ts'
import { useViewer } from '../../api/viewer.ts'
import { useShiftPeople } from '../../components/people/use-shift-people.ts'
import { useReader } from '../../components/time/use-reader.ts'
import { serverNow } from '../../server-time.ts'
import { reveal } from '../../task/reveal.ts'
import { useTaskSearch } from '../../task/search-params.ts'
import { toast, toastError } from '../../ui/toast.tsx'
import { EMPTY_QUICK_ADD, keepQuickAddDraft, type QuickAddDraft, quickAddDraftKey, quickAddDrafts } from './drafts.ts'
import { type ParsedPart, parse } from './parse.ts'
import { vocabularyFor } from './vocabulary.ts'

const MAX_TITLE_LENGTH = 200
const MAX_TAGS = 20

/** Where a quick add stands: in the column of a status, or in the lane of a person or of nobody. */
export interface Destination {
  /** Identifies it among others. */
  slot: string
  status?: Status
  person?: { id: string; department: { id: number } | null } | null
}

/** With a new part: one person, one priority, each tag once. */
function withPart(parts: readonly ParsedPart[], part: ParsedPart): ParsedPart[] {
  const others = parts.filter((other) =>
    part.kind === 'tag' ? other.kind !== 'tag' || other.tag !== part.tag : other.kind !== part.kind,
  )
  const tags = others.filter(({ kind }) => kind === 'tag').length
  return part.kind === 'tag' && tags >= MAX_TAGS ? [...parts] : [...others, part]
}

/** The state of a quick add: the typed text, its understood parts, and the way to create the task. */
export function useQuickAdd({ slot, status, person }: Destination) {
  const reader = useReader()
  const { i18n } = reader
  const viewer = useViewer()
  const { chosen } = useDepartmentFilter()
  const { search } = useTaskSearch()
  const people = useShiftPeople()
  const { mutateAsync: create, isPending } = useCall(tasksApi.create)
  const [error, setError] = useState<string>()
  const key = quickAddDraftKey(viewer.id, slot)
  const draft = quickAddDrafts.use()[key] ?? EMPTY_QUICK_ADD
  const vocabulary = useMemo(() => vocabularyFor(people.data ?? [], reader, serverNow()), [people.data, reader])
  const change = (next: QuickAddDraft) => {
    setError(undefined)
    keepQuickAddDraft(viewer.id, slot, next)
  }

  const whole = parse(draft.text, vocabulary)
  const found = whole.parts.find((part) => part.kind === 'date')
  /** The date that the title ends with. It is a part of the title if somebody has said so. */
  const date = found && !draft.plain.includes(found.raw) ? found : undefined

  /** The chosen department, else the person's, else the viewer's: the first in which the viewer may create tasks. */
  const departmentId = [chosen, person?.department?.id, viewer.departmentId].find(
    (id) => id != null && may(viewer, 'task:create', { departmentId: id }),
  )

  const taskOf = (title: string, parts: readonly ParsedPart[]): NewTask => {
    const assigneeId = parts.find((part) => part.kind === 'person')?.id ?? person?.id
    const priority = parts.find((part) => part.kind === 'priority')?.priority
    return {
      title,
      ...(status && { status }),
      ...(priority && { priority }),
      ...(assigneeId && { assigneeId }),
      departmentId: departmentId ?? null,
      tags: parts.flatMap((part) => (part.kind === 'tag' ? part.tag : [])),
      ...(date && { dueDate: instantOf(date.date, date.time ?? '', viewer.timeZone) }),
      ...(typeof search.project === 'number' && { projectId: search.project }),
    }
  }

  return {
    draft,
    date,
    error,
    isPending,
    people: people.data ?? [],
    /** Takes typed text. Understood and finished words become a part. */
    type(text: string) {
      const { parts } = parse(text, vocabulary, { isTyping: true })
      let left = text
      for (const { raw } of parts) left = without(left, raw)
      change({ ...draft, text: left, parts: parts.reduce(withPart, draft.parts) })
    },
    /** Puts a part in place of the text from this position on. */
    choose: (part: ParsedPart, from: number) =>
      change({ ...draft, text: draft.text.slice(0, from), parts: withPart(draft.parts, part) }),
    remove: (part: ParsedPart) =>
      change(
        part.kind === 'date'
          ? { ...draft, plain: [...draft.plain, part.raw] }
          : { ...draft, parts: draft.parts.filter((other) => other !== part) },
      ),
    /** Creates the task. The typed text stays until the server has it. */
    async submit() {
      if (isPending) return
      const signs = whole.parts.filter((part) => part.kind !== 'date')
      const title = found && !date ? `${whole.title} ${found.raw}` : whole.title
      if (title === '') return setError(i18n.t('Title is required'))
      if (title.length > MAX_TITLE_LENGTH) return setError(i18n.t('Title too long'))
      try {
        const { id } = await create({ body: taskOf(title, signs.reduce(withPart, draft.parts)) })
        toast({ title: i18n.t('Task created successfully') })
        reveal(id)
        // Text typed meanwhile is the next task.
        if (quickAddDrafts.get()[key] === draft) keepQuickAddDraft(viewer.id, slot, EMPTY_QUICK_ADD)
      } catch {
        toastError(i18n.t('Failed to create task'))
      }
    },
  }
}

/** A text without these words and one of the spaces around them. The spaces between them may be any. */
function without(text: string, raw: string) {
  const words = raw.split(' ').map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return text.replace(new RegExp(`(^|\\s)${words.join('\\s+')}(\\s|$)`, 'u'), (_, before: string, after: string) =>
    before && after ? ' ' : '',
  )
}
