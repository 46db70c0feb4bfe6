import type { I18n } from '@lingui/core'
import {
  AlarmClock,
  ArrowRightLeft,
  BookOpen,
  FolderKanban,
  type LucideIcon,
  MapPin,
  Search,
  SquareCheckBig,
  UserRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { Found } from '../../shared/search.ts'
import { shownStatus } from '../../shared/task-status.ts'
import type { Task } from '../../shared/tasks.ts'
import { dateOf } from '../../shared/time/time.ts'
import { type Message, msg } from '../../shared/words/message.ts'
import { type MatchRank, matchRanks, nameMatcher } from '../../shared/words/name-match.ts'
import type { Reader } from '../../shared/words/reader.ts'
import type { Opened } from '../api/recently-opened.ts'
import { StatusIcon, statusLabels } from '../components/labels/status-icon.tsx'
import { Avatar, fullName } from '../components/people/avatar.tsx'
import { formatMoment } from '../components/time/format.ts'
import { serverNow } from '../server-time.ts'
import type { Command } from './palette-commands.ts'
import type { useOpeners } from './use-openers.ts'

/** The groups, in the order in which they stand when they match equally well. */
export const groupLabels = {
  recent: msg('Recently opened'),
  screens: msg('Go to'),
  actions: msg('Actions'),
  departments: msg('Departments'),
  tasks: msg('Tasks'),
  sops: msg('SOPs'),
  projects: msg('Projects'),
  people: msg('People'),
  reminders: msg('Reminders'),
  handovers: msg('Handovers'),
  places: msg('Places'),
} satisfies Record<string, Message>
type Group = keyof typeof groupLabels

export interface PaletteRow {
  id: string
  group: Group
  icon: ReactNode
  label: string
  /** Note and keys stand at the end of the row. On phones the note is below the label. */
  note?: string | undefined
  /** Words around the match, below the label. */
  excerpt?: Found['pages'][number]['excerpt']
  keys?: string | undefined
  /** How well it matches the typed text. */
  rank: MatchRank
  run: () => unknown
}

const iconOf = (Icon: LucideIcon) => <Icon aria-hidden="true" className="size-4.25 shrink-0 text-muted" />

const recentIcons: Record<Opened['kind'], LucideIcon> = {
  task: SquareCheckBig,
  sop: BookOpen,
  project: FolderKanban,
  person: UserRound,
  reminder: AlarmClock,
  place: MapPin,
}
const recentNotes: Record<Opened['kind'], Message> = {
  task: msg('Task'),
  sop: msg('Procedure'),
  project: msg('Project'),
  person: msg('Person'),
  reminder: msg('Reminder'),
  place: msg('Place'),
}

export const recentRow = (opened: Opened, i18n: I18n, open: (opened: Opened) => unknown): PaletteRow => ({
  id: `recent-${opened.kind}-${opened.id}`,
  group: 'recent',
  icon: iconOf(recentIcons[opened.kind]),
  label: opened.label,
  note: i18n.t(recentNotes[opened.kind]),
  rank: matchRanks.begins,
  run: () => open(opened),
})

/**
 * A command's row. One whose name matches stands before everything else, so that the results that arrive later do not
 * move it away from under a finger.
 */
export function commandRow({ id, group, icon, label, keys, run }: Command, typed: string, i18n: I18n): PaletteRow {
  const name = i18n.t(label)
  const rank = nameMatcher(typed)(name)
  return {
    id,
    group,
    icon: iconOf(icon),
    label: name,
    keys,
    rank: rank === matchRanks.none ? matchRanks.contains : matchRanks.begins,
    run,
  }
}

/** Rows for the server's finds. */
export function foundRows(
  { tasks, sops, pages, projects, people, reminders, handovers, places }: Found,
  typed: string,
  reader: Reader,
  { open, openPage, openHandovers, searchBoard }: ReturnType<typeof useOpeners>,
): PaletteRow[] {
  const { i18n } = reader
  const match = nameMatcher(typed)
  const now = serverNow()
  const q = typed.trim()
  const row = (kind: Opened['kind'], group: Group, id: number | string, label: string): PaletteRow => ({
    id: `${kind}-${id}`,
    group,
    icon: iconOf(recentIcons[kind]),
    label,
    rank: match(label),
    run: () => open({ kind, id, label }),
  })
  const board: PaletteRow = {
    id: 'board',
    group: 'tasks',
    icon: iconOf(Search),
    label: i18n.t('Search tasks for “{text}” in the board', { text: q }),
    rank: matchRanks.none,
    run: () => searchBoard(q),
  }
  return [
    ...tasks.map((task) => ({
      ...row('task', 'tasks', task.id, task.title),
      icon: <StatusSign task={task} now={now} i18n={i18n} />,
      note: task.department?.name,
    })),
    ...(tasks.length > 0 ? [board] : []),
    ...sops.map((sop) => ({
      ...row('sop', 'sops', sop.id, sop.title),
      note: sop.department?.name ?? i18n.t('Global'),
    })),
    ...pages.map(({ sopId, title, page, excerpt }) => ({
      ...row('sop', 'sops', `${sopId}-${page}`, title),
      note: i18n.t('Page {page}', { page }),
      excerpt,
      rank: matchRanks.none,
      run: () => openPage({ kind: 'sop', id: sopId, label: title }, page, q),
    })),
    ...projects.map(({ id, name, department }) => ({
      ...row('project', 'projects', id, name),
      note: department?.name,
    })),
    ...people.map((person) => ({
      ...row('person', 'people', person.id, fullName(person)),
      icon: <Avatar person={person} />,
      note: person.department?.name,
    })),
    ...reminders.map((reminder) => ({
      ...row('reminder', 'reminders', reminder.id, reminder.title),
      note: formatMoment(reminder.nextRun, reader),
    })),
    ...handovers.map(({ id, text, createdAt, department }) => ({
      id: `handover-${id}`,
      group: 'handovers' as const,
      icon: iconOf(ArrowRightLeft),
      label: text,
      note: [department?.name, formatMoment(createdAt, reader)].filter(Boolean).join(' · '),
      rank: match(text),
      run: () => openHandovers(q, dateOf(Date.parse(createdAt), reader.timeZone)),
    })),
    ...places.map(({ code, name, department }) => ({
      ...row('place', 'places', code, name),
      note: department?.name,
    })),
  ]
}

function StatusSign({ task, now, i18n }: { task: Task; now: number; i18n: I18n }) {
  const status = shownStatus(task, now)
  return (
    <>
      <StatusIcon status={status} className="size-4.25" />
      <span className="sr-only">{i18n.t(statusLabels[status])}: </span>
    </>
  )
}

/** The rows by group. The group with the best match comes first; its rows keep their order. */
export function inGroups(rows: PaletteRow[]): { group: Group; rows: PaletteRow[] }[] {
  return (Object.keys(groupLabels) as Group[])
    .map((group) => ({ group, rows: rows.filter((row) => row.group === group) }))
    .filter((each) => each.rows.length > 0)
    .map((each) => ({ ...each, rank: Math.min(...each.rows.map(({ rank }) => rank)) }))
    .sort((a, b) => a.rank - b.rank)
}
