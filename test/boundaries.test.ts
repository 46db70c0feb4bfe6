import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

/** Checks the import rule of ARCHITECTURE.md: imports run downhill. Also checks code that only one file may have. */

const root = resolve(import.meta.dirname, '../src')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.tsx?$/.test(path) && !/\.(test|d)\.tsx?$/.test(path))

const sources = new Map(files.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
const IMPORT = /^(?:import|export)\s(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm

const importsOf = (path: string) =>
  [...(sources.get(path) ?? '').matchAll(IMPORT)].map((match) => {
    const name = match[1] ?? match[2] ?? ''
    return name.startsWith('.') ? relative(root, resolve(root, dirname(path), name)).replaceAll('\\', '/') : name
  })

const edges = files.flatMap((from) => importsOf(from).map((to) => ({ from, to })))
const inside = edges.filter(({ to }) => /^(shared|server|web)\//.test(to))

/** The layers of server and web, lowest first. A file imports from its own layer or below, unless `apart` forbids. */
const floors: Record<string, [name: string, pattern: RegExp][]> = {
  server: [
    ['base, database, adapters', /^server\/(base|db|adapters)\//],
    ['core', /^server\/core\//],
    ['credentials', /^server\/credentials\//],
    ['doctor', /^server\/doctor\//],
    ['http or features', /^server\/(http|features)\//],
    ['routes, time, start', /^server\/((routes|search|jobs|retention)\.ts$|scheduled\/|start\/|sample\/)/],
    ['app', /^server\/app\.ts$/],
    ['main', /^server\/((main|fill-sample)\.ts$|backup\/|commands\/)/],
  ],
  web: [
    [
      'store, language, time, old browsers',
      /^web\/(store|language|language-choice|direction|server-time|too-old)\.ts$/,
    ],
    ['ui, api, live, offline', /^web\/(ui|api|live|offline|styles)\//],
    ['components', /^web\/components\//],
    ['one task', /^web\/task\//],
    ['features', /^web\/(?!(ui|api|live|offline|styles|components|task|shell)\/)[^/]+\//],
    ['shell', /^web\/(shell\/|routes\.tsx)/],
    ['main', /^web\/main\.tsx$/],
  ],
}

const floorOf = (path: string) => {
  const house = path.split('/')[0] ?? ''
  return floors[house]?.findIndex(([, pattern]) => pattern.test(path)) ?? -1
}
const featureOf = (path: string) => /^(?:server\/features|web)\/([^/.]+)/.exec(path)?.[1]
const format = (list: { from: string; to: string }[]) => list.map(({ from, to }) => `${from} imports ${to}`)

describe('imports', () => {
  test('in shared name only zod, croner, Lingui and shared', () => {
    const foreign = edges.filter(
      ({ from, to }) => from.startsWith('shared/') && !/^(shared\/|zod\/mini$|croner$|@lingui\/core$)/.test(to),
    )
    expect(format(foreign)).toEqual([])
  })

  test('never cross between server and web', () => {
    const crossing = inside.filter(
      ({ from, to }) =>
        (from.startsWith('server/') && to.startsWith('web/')) || (from.startsWith('web/') && to.startsWith('server/')),
    )
    expect(format(crossing)).toEqual([])
  })

  test('run downhill', () => {
    const homeless = files.filter((path) => !path.startsWith('shared/') && floorOf(path) === -1)
    expect(homeless, 'files that stand on no floor').toEqual([])
    const uphill = inside.filter(
      ({ from, to }) => from.split('/')[0] === to.split('/')[0] && floorOf(to) > floorOf(from),
    )
    expect(format(uphill)).toEqual([])
  })

  test('keep http and features apart', () => {
    const mixed = inside.filter(
      ({ from, to }) =>
        (from.startsWith('server/http/') && to.startsWith('server/features/')) ||
        (from.startsWith('server/features/') && to.startsWith('server/http/')),
    )
    const fastify = edges.filter(({ from, to }) => from.startsWith('server/features/') && /^@?fastify/.test(to))
    expect(format([...mixed, ...fastify])).toEqual([])
  })

  test('keep ui and api apart: neither ui nor api knows the other, ui knows no domain', () => {
    const mixed = inside.filter(
      ({ from, to }) =>
        from.startsWith('web/ui/') &&
        /^(web\/(api|live|offline)\/|shared\/(?!words\/(languages|message|formats|reader)\.ts))/.test(to),
    )
    const back = inside.filter(({ from, to }) => /^web\/(api|live|offline)\//.test(from) && to.startsWith('web/ui/'))
    expect(format([...mixed, ...back])).toEqual([])
  })

  test('never lead from one feature into another, except notifications, the roster for absences, which open shifts, and the dashboard page, Today, the guide, and the briefing with the rest of the shift, which are made of parts of others', () => {
    const strange = inside.filter(({ from, to }) => {
      const isFeature = (path: string) =>
        path.startsWith('server/features/') || (path.startsWith('web/') && floorOf(path) === 4)
      const allowed =
        to.startsWith('server/features/notifications/') ||
        (from.startsWith('server/features/absences/') && to.startsWith('server/features/roster/')) ||
        /^(server\/features\/(today|briefing)\/|web\/dashboard\/page\.tsx$|web\/(today|shift|setup)\/)/.test(from)
      return isFeature(from) && isFeature(to) && featureOf(from) !== featureOf(to) && !allowed
    })
    expect(format(strange)).toEqual([])
  })

  test('never reach into the tests', () => {
    const reaching = edges.filter(({ to }) => to.startsWith('../test/'))
    expect(format(reaching.filter(({ from }) => !from.endsWith('.test.ts')))).toEqual([])
  })

  test('make no circles', () => {
    const circles: string[] = []
    const done = new Set<string>()
    const visit = (path: string, trail: string[]) => {
      if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
      if (done.has(path) || trail.includes(path)) return
      for (const to of importsOf(path)) if (sources.has(to)) visit(to, [...trail, path])
      done.add(path)
    }
    for (const path of files) visit(path, [])
    expect(circles).toEqual([])
  })
})

/** A test file with titles of tests in it, or a page with a heading: `x.test.ts`, "a title" and "another". */
const EVIDENCE = /`([^` ]+\.(?:test\.ts|spec\.ts|md))`(?:,| under) ("[^"]+"(?: and "[^"]+")*)/g

test('the evidence in docs/asvs.md exists, each "yes" has a test or a page, and its counts are right', () => {
  const project = join(root, '..')
  const read = (path: string) => readFileSync(join(project, path), 'utf8')
  const text = read('docs/asvs.md')
  const evidenceIn = (row: string) =>
    [...row.matchAll(EVIDENCE)].flatMap(([, path = '', titles = '']) =>
      [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => ({ path, title })),
    )
  const missing = evidenceIn(text).filter(
    ({ path, title }) => !read(path).includes(path.endsWith('.md') ? `## ${title}\n` : title),
  )
  expect(missing).toEqual([])
  const bare = text.split('\n').filter((row) => / \| yes \| /.test(row) && evidenceIn(row).length === 0)
  expect(bare.filter((row) => !/`(src|test|e2e)\/[^`]+\.(test|spec)\.ts`/.test(row))).toEqual([])
  const named = [...text.matchAll(/`((?:src|docs|e2e|migrations|test)\/[^` ]+)`/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter((path) => !existsSync(join(project, path)))).toEqual([])
  const judged = [...text.matchAll(/^\| \d+\.\d+\.\d+ \| [12] \| [^|]+ \| (\S+) \| [^|]+ \|$/gm)].map(
    ([, word]) => word,
  )
  const counts = ['yes', 'part', 'no', '–'].map((word) => judged.filter((each) => each === word).length)
  expect(text).toContain(`| ${[...counts, judged.length].join(' | ')} |`)
})

test('no file only re-exports', () => {
  const hollow = [...sources].filter(([, text]) => {
    const lines = text.split('\n').filter((line) => line.trim() && !/^\s*(\/\/|\/?\*)/.test(line))
    return lines.length > 0 && lines.every((line) => /^export .* from /.test(line))
  })
  expect(hollow.map(([path]) => path)).toEqual([])
})

test('rows are written in these places only', () => {
  const allowed = [
    'server/core/write/write.ts',
    'server/core/rate-limits.ts', // token buckets
    'server/core/jobs/jobs.ts', // jobs
    'server/core/notify/webhook-notices.ts', // the jobs of webhooks, with the events
    'server/features/webhooks/', // messages to webhooks, and their secrets
    'server/core/jobs/job-runner.ts', // how they went
    'server/http/session/session.ts', // sessions
    'server/http/session/bearer.ts', // when a token was used
    'server/http/calendar.ts', // when a calendar was read
    'server/http/session/kiosk.ts', // when a kiosk was seen
    'server/features/kiosks/', // codes by which tablets become kiosks, and passes
    'server/features/tokens/', // tokens of programs
    'server/features/calendar/', // addresses of calendars
    'server/features/pin/', // PINs
    'server/http/request/idempotency.ts', // finished writes
    'server/features/auth/', // links to a new password
    'server/credentials/', // tries, known browsers, the end of links and sessions
    'server/features/audit-log/expire.ts', // entries whose time has passed
    'server/features/notifications/', // delivery
    'server/core/notify/push.ts', // how that went
    'server/features/push/devices.ts', // the devices of sign-in sessions
    'server/features/saved-views/saved-views.ts', // how one person arranges their screen
    'server/core/files/files.ts', // the rows of stored files
    'server/core/files/file-cleanup.ts', // those that belong to nothing
    'server/features/photos/', // pictures before they hang on something, and after
    'server/core/tasks/contents.ts', // the counts of a task's contents
    'server/core/counts/task-sums.ts', // sums of counts by triggers
    'server/core/tasks/comments.ts', // the photos of a comment
    'server/features/clock/breaks.ts', // breaks, which are logged with their session
    'server/features/clock/set-breaks.ts', // those that are corrected or entered afterwards
    'server/features/handovers/questions.ts', // questions about items
    'server/features/handovers/expire.ts', // handovers of long ago
    'server/features/absences/shifts.ts', // the shifts that an absence has opened
    'server/features/absences/expire.ts', // absences of long ago
    'server/features/roster/expire.ts', // planned shifts of long ago
    'server/features/roster/tell-missing.ts', // when managers were told that somebody had not come
    'server/features/comments/unread.ts', // each person's unread comments
    'server/features/comments/erase.ts', // texts of deleted comments
    'server/features/departments/release.ts', // messages in a department that is gone
    'server/features/messages/expire.ts', // messages of more than a year ago
    'server/core/threads/', // the threads of messages, and up to where they are read
    'server/features/threads/expire.ts', // threads without messages
    'server/features/hours/tell-changed.ts', // when managers were told of changed hours
    'server/features/steps/photo.ts', // the photo of a step
    'server/features/steps/restore.ts', // steps that can no longer be restored
    'server/features/routines/open.ts', // when routines open next
    'server/features/routines/copy-steps.ts', // the steps of occurrences
    'server/features/routines/delete.ts', // routines that can no longer be restored
    'server/features/tasks/complete.ts', // by which revision each person has worked
    'server/features/sops/versions.ts', // the files that an SOP has had, and who has read them
    'server/features/sops/text.ts', // their words
    'server/features/sops/blocks.ts', // these in paragraphs and lists
    'server/features/tasks/deleted.ts', // rows past restoring
    'server/core/write/outbox.ts', // audit entries, at the end of the transaction
    'server/backup/restore.ts', // the name of the log of events
    'server/scheduled/fold-again.ts', // folded text
    'server/scheduled/scheduler.ts', // sums of the tasks' counts
    'server/sample/handovers.ts', // items of its shifts
    'server/sample/routines.ts', // the steps of the sample's occurrences
    'server/sample/messages.ts', // marks the sample's conversations as read
    'server/sample/load.ts', // marks the sample's older notifications as read
    'server/db/',
  ]
  const writes =
    /\b(?:db|orm|tx|database)\s*\.(?:insert|update|delete)\(|\binsert into\b|\bdelete from\b|\bupdate (?:\w+|\$\{[^}]+\})(?: (?:as )?\w+)? set\b|\bdeleteInBatches\(/i
  const writing = [...sources].filter(([path, text]) => path.startsWith('server/') && writes.test(text))
  const others = writing.filter(([path]) => !allowed.some((place) => path.startsWith(place)))
  expect(others.map(([path]) => path)).toEqual([])
  const unneeded = allowed.filter((place) => !writing.some(([path]) => path.startsWith(place)))
  expect(unneeded).toEqual([])
})

test('shared and features never read the clock', () => {
  const actors = [...sources].filter(
    ([path, text]) => /^(shared|server\/features)\//.test(path) && /new Date\(\)|Date\.now\(\)/.test(text),
  )
  expect(actors.map(([path]) => path)).toEqual([])
})

test('screens reckon by the time of the server', () => {
  const device = [
    'web/server-time.ts',
    // How long something took or lasts on this device.
    ...['connection', 'live', 'live-changes'].map((name) => `web/live/${name}.ts`),
    ...['offline-queue', 'response-cache', 'stored-photos'].map((name) => `web/offline/${name}.ts`),
    'web/shell/new-version.ts',
  ]
  const asking = [...sources].filter(([path, text]) => path.startsWith('web/') && /new Date\(\)|Date\.now\b/.test(text))
  expect(asking.map(([path]) => path).sort()).toEqual(device.sort())
})
