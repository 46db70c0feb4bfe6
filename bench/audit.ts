import { performance } from 'node:perf_hooks'
import { sheetPieces } from '../src/server/adapters/sheets.ts'
import { contextFor } from '../src/server/core/context.ts'
import { exportAudit, listActions, listAudit } from '../src/server/features/audit-log/list.ts'
import type { AuditFilter } from '../src/shared/audit-log.ts'
import { openBenchServer } from './bench-server.ts'

/** Measures every combination of the audit log's filters with a million entries: `npm run bench -- audit`. */
const count = Number(process.argv[2] ?? 1_000_000)
const ROUNDS = 20
/** Rows per statement. A statement may take 30 s. */
const BATCH = 50_000

const { services, fixtures, pool, close } = await openBenchServer()
const { gita, adam, marta, uli, gus } = fixtures.people

// Uli changes tasks often. Marta creates and deletes them. Only Adam changes users, and seldom. Gus only signs in.
for (let from = 1; from <= count; from += BATCH) {
  await pool.query(
    `insert into audit_logs (user_id, action, resource_type, resource_id, details, ip_address, created_at)
   select case when kind = 'task.update' then $1::uuid when kind in ('task.create', 'task.delete') then $2::uuid
       when kind like 'user.%' then $3::uuid else $4::uuid end,
     kind, split_part(kind, '.', 1), case when kind like 'session.%' then null else (n % 100000)::text end,
     '{"before": {"status": "pending"}, "after": {"status": "completed"}}', '10.0.0.1', now() - n * interval '20 seconds'
   from (
     select n, case when n % 10 < 5 then 'task.update' when n % 10 < 7 then 'task.create' when n % 10 < 8 then 'task.delete'
       when n % 5000 = 9 then 'user.update' else 'session.start' end as kind
     from generate_series($5::int, $6::int) n
   ) as made`,
    [uli.id, marta.id, adam.id, gus.id, from, Math.min(from + BATCH - 1, count)],
  )
}
await pool.query('vacuum (analyze) audit_logs')

const ctx = contextFor(services, gita, new Date())
const list = (query: AuditFilter & { limit?: number; after?: string }) =>
  listAudit(ctx, { params: {}, query, body: undefined } as never)

async function measure(name: string, query: AuditFilter & { limit?: number; after?: string }) {
  const times: number[] = []
  let rows = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now()
    rows = (await list(query)).entries.length
    times.push(performance.now() - start)
  }
  const slowest = Math.max(...times.slice(2))
  times.sort((a, b) => a - b)
  const format = (value = 0) => value.toFixed(1).padStart(7)
  console.log(
    `${name.padEnd(72)} ${String(rows).padStart(4)} rows   p50 ${format(times[ROUNDS / 2])} ms   slowest ${format(slowest)} ms`,
  )
}

const people = { uli: uli.id, gus: gus.id, adam: adam.id, nora: fixtures.people.nora.id }
const actions = ['task.update', 'task.delete', 'user.update', 'session.start', 'no.such']
const types = ['task', 'user', 'session', 'sop']
const longAgo = new Date(Date.now() - count * 19_000).toISOString()
const ranges: Record<string, AuditFilter> = {
  '': {},
  ' before long ago': { to: longAgo },
  ' since long ago': { from: longAgo },
}

for (const [when, range] of Object.entries(ranges)) {
  await measure(`everything${when}`, range)
  for (const [name, userId] of Object.entries(people)) {
    await measure(`${name}${when}`, { userId, ...range })
    for (const action of actions) await measure(`${name}, ${action}${when}`, { userId, action, ...range })
    for (const resourceType of types)
      await measure(`${name}, ${resourceType}${when}`, { userId, resourceType, ...range })
  }
  for (const action of actions) await measure(`${action}${when}`, { action, ...range })
  for (const resourceType of types) {
    await measure(`${resourceType}${when}`, { resourceType, ...range })
    await measure(`${resourceType} 4711${when}`, { resourceType, resourceId: '4711', ...range })
    await measure(`uli, ${resourceType} 4711${when}`, { userId: uli.id, resourceType, resourceId: '4711', ...range })
    await measure(`task.update, ${resourceType}${when}`, { action: 'task.update', resourceType, ...range })
  }
}

let after: string | undefined
for (let page = 0; page < 500; page += 1)
  after = (await list({ limit: 200, ...(after && { after }) })).next ?? undefined
await measure('everything, page 501 of 200', { limit: 200, ...(after && { after }) })
const start = performance.now()
await listActions(ctx)
console.log(`the list of actions: ${(performance.now() - start).toFixed(1)} ms`)

const before = process.memoryUsage().rss
const startOfExport = performance.now()
let [bytes, peak] = [0, 0]
const log = exportAudit(ctx, { params: {}, query: {}, body: undefined })
for await (const part of sheetPieces(log, 'audit-log', 'csv', ctx.reader)) {
  bytes += part.length
  peak = Math.max(peak, process.memoryUsage().rss)
}
const mega = (value: number) => `${(value / 1e6).toFixed(1)} MB`
console.log(
  `export: ${mega(bytes)} in ${Math.round(performance.now() - startOfExport)} ms, memory + ${mega(peak - before)}`,
)

await close()
