import { MAX_SOPS, type Sop, type SopText, type SopVersion, sopsApi } from '../../shared/sops.ts'
import type { Patches } from './reply-patches.ts'
import { isNewer, type ReplyContext, type RowChange } from './row-changes.ts'
import { type Changed, READ_AGAIN } from './task-changes.ts'

/** An SOP as all receive it: without when the viewer has read it. */
type SharedSop = Omit<Sop, 'readAt'>

/** The SOP with the viewer's reading as the page knows it, which holds for one file only. */
const withReading = (known: Sop, row: SharedSop): Sop =>
  isNewer(known, row) ? known : { ...row, readAt: known.revision === row.revision ? known.readAt : null }

/** The SOPs after a change. They stand in the order of their titles by the rules of the server's language. */
export function changeSops(
  list: Sop[],
  { id, row }: RowChange<SharedSop>,
  query: { department?: number; departmentId?: number },
): Changed<Sop[]> {
  const departmentId = query.department ?? query.departmentId
  const belongs = row !== null && (departmentId === undefined || row.departmentId === departmentId)
  const known = list.find((sop) => sop.id === id)
  if (!known) return belongs ? READ_AGAIN : list
  if (row && isNewer(known, row)) return list
  if (!belongs) return list.length >= MAX_SOPS ? READ_AGAIN : list.filter((sop) => sop !== known)
  if (row.title !== known.title) return READ_AGAIN
  return list.map((sop) => (sop === known ? withReading(known, row) : sop))
}

/** One SOP after a change. One that this person may not see any more is read again, which says so. */
export function patchSop(known: Sop, { id, row }: RowChange<SharedSop>): Changed<Sop> {
  if (known.id !== id) return known
  return row ? withReading(known, row) : READ_AGAIN
}

/** The files of an SOP after a change. */
export function changeVersions(
  versions: SopVersion[],
  { id, row }: RowChange<SharedSop>,
  _query: object,
  { param }: ReplyContext,
): Changed<SopVersion[]> {
  const [newest] = versions
  const isSame = newest?.revision === row?.revision && newest?.version === row?.version
  return param !== id || isSame ? versions : READ_AGAIN
}

/** The text of a file after a change. A revision's text never changes, but it may have become ready. */
export function changeText(
  text: SopText,
  { id, row }: RowChange<SharedSop>,
  query: { version?: number },
  { param }: ReplyContext,
): Changed<SopText> {
  const isSame = row !== null && text.state !== 'waiting' && (query.version ?? row.revision) === text.revision
  return param !== id || isSame ? text : READ_AGAIN
}

/** The readers of an SOP after a change: confirmations stand in no row. */
export const changeReaders = <Reply>(
  readers: Reply,
  { id }: Pick<RowChange<SharedSop>, 'id'>,
  _query: object,
  { param }: ReplyContext,
): Changed<Reply> => (param === id ? READ_AGAIN : readers)

/** How changes of SOPs change replies. */
export const sopPatches: Patches = [
  [sopsApi.list, changeSops],
  [sopsApi.get, patchSop],
  [sopsApi.versions, changeVersions],
  [sopsApi.text, changeText],
  [sopsApi.readers, changeReaders],
]
