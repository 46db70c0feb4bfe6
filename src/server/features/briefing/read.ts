import {
  BRIEFING_ITEMS,
  type Briefing,
  type briefingApi,
  SECTION_ITEMS,
  type SectionKind,
  sectionKinds,
} from '../../../shared/briefing.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { type Json, listOf } from '../../base/json-pieces.ts'
import { type Context, JsonText } from '../../core/context.ts'
import { readSuppressed } from '../notifications/suppressed.ts'
import { listPlanItems, planItemsSince } from '../roster/plan-items.ts'
import { listHandedOver, listNotes, waitingItems } from '../shift/handed-over.ts'
import { readLastShift } from '../shift/last-shift.ts'
import { listNewRevisions } from '../sops/to-read.ts'
import { briefedTasks, listBriefedTasks } from '../tasks/briefed.ts'

/** The first items of a section as the contract's JSON, and how many there are. */
interface Part {
  items: Json[]
  total: number
}

const nothing = async (): Promise<Part> => ({ items: [], total: 0 })

/**
 * News for the viewer when they come on duty, or one section with more items. Each feature gives its own sections; a
 * further one is a line here and in the contract. A person who comes back to the same shift reads only later news.
 */
export async function readBriefing(
  ctx: Context,
  { query: { section } }: Input<typeof briefingApi.get>,
): Promise<JsonText<Briefing>> {
  const { since, isSameShift, isFirstShift, isLongAgo } = await readLastShift(ctx)
  const isAsked = (kind: SectionKind) => section === undefined || section === kind
  const page = { since: isSameShift ? since : null, limit: section === undefined ? BRIEFING_ITEMS : SECTION_ITEMS }
  const kinds = (['unclaimed_problems', 'overdue', 'routines_now', 'due_today'] as const).filter(isAsked)
  const { heldIds, ...held } = await readSuppressed(ctx, page.limit, [
    briefedTasks(ctx, page.since),
    waitingItems(ctx, page.since),
    planItemsSince(since),
  ])
  const [notes, handedOver, work, procedures, plan] = await Promise.all([
    section === undefined ? listNotes(ctx, { since, limit: BRIEFING_ITEMS }) : [],
    isAsked('handed_over') ? listHandedOver(ctx, page) : nothing(),
    listBriefedTasks(ctx, kinds, page),
    isAsked('procedures') ? listNewRevisions(ctx, { ...page, since: isLongAgo ? null : since }) : nothing(),
    isAsked('plan') ? listPlanItems(ctx, { since, isSameShift, limit: page.limit }) : nothing(),
  ])
  const parts: Record<SectionKind, Part> = { handed_over: handedOver, ...work, procedures, plan, held }
  const sections = sectionKinds.flatMap((kind) => {
    const { items, total } = parts[kind]
    if (!isAsked(kind) || items.length === 0) return []
    return [[`{"kind":"${kind}","items":[`, listOf(items), `],"more":${Math.max(0, total - items.length)}}`]]
  })
  return new JsonText([
    `{"since":${JSON.stringify(since)},"isSameShift":${isSameShift},"isFirstShift":${isFirstShift},"notes":${JSON.stringify(notes)},"sections":[`,
    listOf(sections),
    `],"heldIds":${JSON.stringify(heldIds)}}`,
  ])
}
