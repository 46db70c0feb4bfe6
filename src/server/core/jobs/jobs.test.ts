import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Server, useTestApp } from '../../../../test/support/test-app.ts'
import { contextFor, inTransaction, type OpenContext, type Services } from '../context.ts'
import { startJobs } from './job-runner.ts'
import { enqueue, enqueueAnew, type JobKind, type JobOptions, jobKind, PermanentFailure } from './jobs.ts'

const muster = useTestApp()
let other: Server
const query = async (text: string, values: unknown[] = []) =>
  (await muster.services.database.pool.query(text, values)).rows
const effectsOf = async (name: string) =>
  (await query('select count(*)::int as effects from effects where name = $1', [name]))[0].effects
const jobsOf = (kind: string) => query('select * from jobs where kind = $1 order by id', [kind])

beforeAll(async () => {
  other = await muster.another()
  await query('create table effects (name text)')
})
afterAll(() => query('drop table effects'))

const stops: (() => Promise<void>)[] = []
const run = (kind: JobKind, services: Services = muster.services, lease?: number) => {
  const stop = startJobs(services, [kind], lease)
  stops.push(stop)
  return stop
}
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const put = <P extends object>(kind: JobKind<P>, payload: P, options?: Parameters<typeof enqueue>[3]) =>
  inTransaction(contextFor(muster.services, null, new Date()), (ctx) => enqueue(ctx, kind, payload, options))
const putAnew = <P extends object>(kind: JobKind<P>, job: Parameters<typeof enqueueAnew<P>>[2][number]) =>
  inTransaction(contextFor(muster.services, null, new Date()), (ctx) => enqueueAnew(ctx, kind, [job]))
const inAnHour = () => new Date(Date.now() + 3_600_000)
const addEffect = ({ db }: OpenContext, name: string) => db.execute(sql`insert into effects values (${name})`)

/** A kind whose handler waits until it is let go on, or its signal is given. */
function held(name: string, options?: JobOptions) {
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const begun: string[] = []
  const kind = jobKind<{ name?: string }>(
    name,
    async (_ctx, payload, { signal }) => {
      begun.push(payload.name ?? name)
      await Promise.race([
        gate,
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      ])
    },
    options,
  )
  return { kind, begun, letGo: () => letGo() }
}

describe('a job', () => {
  test('runs after its transaction, and never when that is rolled back', async () => {
    const kind = jobKind<{ name: string }>('after', (ctx, { name }) => addEffect(ctx, name))
    run(kind)
    const refused = inTransaction(contextFor(muster.services, null, new Date()), async (ctx) => {
      await enqueue(ctx, kind, { name: 'rolled back' })
      throw new Error('no')
    })
    await expect(refused).rejects.toThrow('no')
    await put(kind, { name: 'committed' })
    await expect.poll(() => effectsOf('committed')).toBe(1)
    expect(await effectsOf('rolled back')).toBe(0)
    await expect
      .poll(() => jobsOf('after'))
      .toMatchObject([{ attempts: 1, payload: {}, done_at: expect.any(String), failed_at: null, locked_by: null }])
  })

  test('waits for its time', async () => {
    const kind = jobKind<{ name: string }>('timed', (ctx, { name }) => addEffect(ctx, name))
    run(kind)
    await put(kind, { name: 'later' }, { runAt: new Date(Date.now() + 3600_000) })
    await put(kind, { name: 'now' })
    await expect.poll(() => effectsOf('now')).toBe(1)
    expect(await effectsOf('later')).toBe(0)
    await query(`update jobs set run_at = now() where kind = 'timed'`)
    await expect.poll(() => effectsOf('later')).toBe(1)
  })

  test('is run by one of several servers, each of them at once', async () => {
    const kind = jobKind<{ at: number }>('many', (_ctx, _payload, { complete }) =>
      complete((tx) => addEffect(tx, 'many')),
    )
    run(kind)
    run(kind, other.services)
    await inTransaction(contextFor(muster.services, null, new Date()), async (ctx) => {
      for (let at = 0; at < 200; at += 1) await enqueue(ctx, kind, { at })
    })
    await expect.poll(() => effectsOf('many')).toBe(200)
    expect((await jobsOf('many')).filter(({ attempts }) => attempts !== 1)).toEqual([])
  })

  test('enqueued anew takes the place of the one with its key, and not of another', async () => {
    const kind = jobKind<{ name: string }>('anew', (ctx, { name }) => addEffect(ctx, name))
    await putAnew(kind, { payload: { name: 'put off' }, key: 'a' })
    await putAnew(kind, { payload: { name: 'put off' }, key: 'a', runAt: inAnHour() })
    await putAnew(kind, { payload: { name: 'another' }, key: 'b' })
    expect(await jobsOf('anew')).toMatchObject([
      { key: 'a', payload: { name: 'put off' } },
      { key: 'b', payload: { name: 'another' } },
    ])
    run(kind)
    await expect.poll(() => effectsOf('another')).toBe(1)
    expect(await effectsOf('put off')).toBe(0)
  })

  test('that is being done while it is enqueued anew comes to nothing, and is done at its new time', async () => {
    const { kind, begun, letGo } = held('anew while done')
    const completing = jobKind<{ name?: string }>('anew while done', async (ctx, payload, jobRun) => {
      await kind.run(ctx, payload, jobRun)
      await jobRun.complete((tx) => addEffect(tx, 'anew while done'))
    })
    run(completing)
    await put(completing, {}, { key: 'a' })
    await expect.poll(() => begun.length).toBe(1)
    await putAnew(completing, { payload: {}, key: 'a', runAt: inAnHour() })
    letGo()
    await stops.splice(0)[0]?.()
    expect(await effectsOf('anew while done')).toBe(0)
    expect(await jobsOf('anew while done')).toMatchObject([{ key: 'a', attempts: 0, done_at: null }])
    await query(`update jobs set run_at = now() where kind = 'anew while done'`)
    run(completing)
    await expect.poll(() => effectsOf('anew while done')).toBe(1)
  })

  test('with a key is there once, also when it has been done', async () => {
    const kind = jobKind<{ name: string }>('keyed', (ctx, { name }) => addEffect(ctx, name))
    const another = jobKind<{ name: string }>('keyed too', (ctx, { name }) => addEffect(ctx, name))
    await Promise.all([1, 2, 3].map(() => put(kind, { name: 'keyed' }, { key: 'once' })))
    run(kind)
    run(another)
    await expect.poll(() => effectsOf('keyed')).toBe(1)
    await put(kind, { name: 'keyed' }, { key: 'once' })
    // The key is the kind's own.
    await put(another, { name: 'keyed' }, { key: 'once' })
    await expect.poll(() => effectsOf('keyed')).toBe(2)
    expect(await jobsOf('keyed')).toHaveLength(1)
  })

  test('of a kind that this server does not know is left to others', async () => {
    const [known, unknown] = ['known', 'unknown'].map((name) =>
      jobKind<{ name: string }>(name, (ctx) => addEffect(ctx, name)),
    ) as [JobKind<{ name: string }>, JobKind<{ name: string }>]
    await put(unknown, { name: '' })
    await put(known, { name: '' })
    run(known)
    await expect.poll(() => effectsOf('known')).toBe(1)
    expect(await jobsOf('unknown')).toMatchObject([{ attempts: 0, locked_by: null }])
  })
})

describe('a job that fails', () => {
  test('is tried again later and later, and is kept when it has failed for good', async () => {
    const kind = jobKind<object>(
      'failing',
      async (ctx) => {
        await ctx.db.execute(sql`select ${'a secret value'}::text::int`)
      },
      { attempts: 3 },
    )
    run(kind)
    await put(kind, {})
    const waits = [
      [2.5, 7.5],
      [5, 15],
    ]
    for (const [at, [least, most]] of waits.entries()) {
      await expect.poll(() => jobsOf('failing')).toMatchObject([{ attempts: at + 1, locked_by: null, failed_at: null }])
      const [{ seconds }] = await query(
        `select extract(epoch from run_at - now())::float as seconds from jobs where kind = 'failing'`,
      )
      expect(seconds).toBeGreaterThan((least as number) - 1)
      expect(seconds).toBeLessThan(most as number)
      await query(`update jobs set run_at = now() where kind = 'failing'`)
    }
    await expect
      .poll(() => jobsOf('failing'))
      .toMatchObject([{ attempts: 3, done_at: null, failed_at: expect.any(String), locked_by: null }])
    const [{ last_error: error }] = await jobsOf('failing')
    expect(error).toContain('invalid input syntax for type integer')
    expect(error).not.toContain('select')
  })

  test('is not tried again when its handler says that it is of no use', async () => {
    const kind = jobKind<object>('hopeless', () => Promise.reject(new PermanentFailure('There is no such mailbox')))
    run(kind)
    await put(kind, {})
    await expect
      .poll(() => jobsOf('hopeless'))
      .toMatchObject([{ attempts: 1, last_error: 'There is no such mailbox', failed_at: expect.any(String) }])
  })

  test('leaves nothing of what it did within its completion', async () => {
    let attempts = 0
    const kind = jobKind<object>('completing', (_ctx, _payload, { complete }) =>
      complete(async (tx) => {
        await addEffect(tx, 'completing')
        attempts += 1
        if (attempts === 1) throw new Error('no')
      }),
    )
    run(kind)
    await put(kind, {})
    await expect.poll(() => jobsOf('completing')).toMatchObject([{ last_error: 'no', done_at: null }])
    expect(await effectsOf('completing')).toBe(0)
    await query(`update jobs set run_at = now() where kind = 'completing'`)
    await expect.poll(() => jobsOf('completing')).toMatchObject([{ done_at: expect.any(String) }])
    expect(await effectsOf('completing')).toBe(1)
  })
})

describe('a lease', () => {
  test('is renewed for as long as the job runs', async () => {
    const { kind, begun, letGo } = held('long')
    run(kind, muster.services, 900)
    run(kind, other.services, 900)
    await put(kind, {})
    await expect.poll(() => begun.length).toBe(1)
    const [{ locked_until: first }] = await jobsOf('long')
    const isLater = async () => Date.parse((await jobsOf('long'))[0].locked_until) > Date.parse(first) + 1_500
    await expect.poll(isLater).toBe(true)
    letGo()
    await expect.poll(() => jobsOf('long')).toMatchObject([{ attempts: 1, done_at: expect.any(String) }])
    expect(begun).toHaveLength(1)
  })

  test('that runs out gives the job to another server, and the last attempt of a dead one counts', async () => {
    const kind = jobKind<{ name: string }>('taken over', (ctx, { name }) => addEffect(ctx, name), { attempts: 2 })
    await put(kind, { name: 'first attempt' })
    await put(kind, { name: 'last attempt' })
    await query(`
      update jobs set locked_by = gen_random_uuid(), locked_until = now() - interval '1 second',
        attempts = case payload->>'name' when 'first attempt' then 1 else 2 end where kind = 'taken over'`)
    run(kind, muster.services, 900)
    await expect.poll(() => effectsOf('first attempt')).toBe(1)
    await expect
      .poll(() => jobsOf('taken over'))
      .toMatchObject([
        { done_at: expect.any(String), attempts: 2 },
        { done_at: null, failed_at: expect.any(String), last_error: 'The server ended while this ran' },
      ])
    expect(await effectsOf('last attempt')).toBe(0)
  })

  test('that is lost breaks the attempt off, which then writes nothing', async () => {
    const attempts: string[] = []
    let isTaken = () => {}
    const taken = new Promise<void>((resolve) => {
      isTaken = resolve
    })
    const kind = jobKind<object>('lost', async (_ctx, _payload, { signal, complete }) => {
      attempts.push('begun')
      await taken
      await new Promise((resolve) => (signal.aborted ? resolve(null) : signal.addEventListener('abort', resolve)))
      await complete((tx) => addEffect(tx, 'lost')).catch((error) => attempts.push(error.constructor.name))
    })
    run(kind, muster.services, 900)
    await put(kind, {})
    await expect.poll(() => attempts).toEqual(['begun'])
    await query(
      `update jobs set locked_by = gen_random_uuid(), locked_until = now() + interval '1 hour' where kind = 'lost'`,
    )
    isTaken()
    await expect.poll(() => attempts).toEqual(['begun', 'JobLost'])
    expect(await effectsOf('lost')).toBe(0)
    expect(await jobsOf('lost')).toMatchObject([{ done_at: null, last_error: null, attempts: 1 }])
  })
})

test('a server that stops leaves what it cannot end to others at once, and that attempt does not count', async () => {
  const { kind, begun, letGo } = held('left')
  const stop = run(kind)
  await put(kind, {})
  await expect.poll(() => begun.length).toBe(1)
  await stop()
  expect(await jobsOf('left')).toMatchObject([{ attempts: 0, locked_by: null, done_at: null, last_error: null }])
  letGo()
  run(kind, other.services)
  await expect.poll(() => jobsOf('left')).toMatchObject([{ attempts: 1, done_at: expect.any(String) }])
})

test('long jobs leave a place for the others', async () => {
  const { kind, begun, letGo } = held('very long', { isLong: true })
  const short = jobKind<object>('short', (ctx) => addEffect(ctx, 'short'))
  stops.push(startJobs(muster.services, [kind, short]))
  for (let at = 0; at < 5; at += 1) await put(kind, {})
  await put(short, {})
  await expect.poll(() => effectsOf('short')).toBe(1)
  expect(begun).toHaveLength(2)
  letGo()
  await expect.poll(async () => (await jobsOf('very long')).every((job) => job.done_at)).toBe(true)
})

test('a kind that works one by one leaves its other places to other long jobs', async () => {
  const { kind, begun, letGo } = held('one by one', { isLong: true, concurrency: 1 })
  const long = jobKind<object>('another', (ctx) => addEffect(ctx, 'another'), { isLong: true })
  stops.push(startJobs(muster.services, [kind, long]))
  for (let at = 0; at < 5; at += 1) await put(kind, {})
  await put(long, {})
  await expect.poll(() => effectsOf('another')).toBe(1)
  expect(begun).toHaveLength(1)
  letGo()
  await expect.poll(async () => (await jobsOf('one by one')).every((job) => job.done_at)).toBe(true)
})
