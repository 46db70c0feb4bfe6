import { type Cookie, expect, request } from '@playwright/test'
import { startMuster } from './server.ts'

export const PASSWORD = 'muster-demo'
/** The environment variable with a data folder that contains the sample hotel. */
const SAMPLE = 'MUSTER_SAMPLE'
/** The environment variable with the cookies of each account's session in the sample hotel. */
const SESSIONS = 'MUSTER_SESSIONS'
export const accounts = ['god', 'admin', 'manager', 'user', 'guest'] as const
export type Account = (typeof accounts)[number]

/** The sessions that each copy of the sample hotel knows: to compare a password takes the server long. */
export const sampleSessions = (): Record<Account, Cookie[]> => JSON.parse(process.env[SESSIONS] ?? '{}')
const UNREAD = `select id from sop_versions where text_state = 'waiting'`

/** Starts a Muster with these settings on a copy of the sample hotel, without routines. */
export const startSample = (settings: Record<string, string>) =>
  startMuster({ DEMO: '1', ...settings }, process.env[SAMPLE])

/**
 * Fills a data folder with the sample hotel, before the first test. Each worker then copies it, which takes less work
 * than to fill one. Returns the function that removes it.
 */
export default async function fillSample() {
  const muster = await startMuster({ DEMO: '1', TIME_ZONE: 'Europe/Lisbon' })
  await stopRoutines(muster.url)
  process.env[SESSIONS] = JSON.stringify(await signInAll(muster.url))
  // Otherwise each copy would read the procedures.
  await expect.poll(() => muster.query(UNREAD), { timeout: 60_000 }).toEqual([])
  await muster.end()
  process.env[SAMPLE] = muster.dataDir
  return muster.stop
}

async function signInAll(url: string) {
  const sessions: Partial<Record<Account, Cookie[]>> = {}
  for (const account of accounts) {
    const api = await request.newContext({ baseURL: url })
    await api.post('/api/v1/auth/login', { data: { email: `${account}@muster.example`, password: PASSWORD } })
    sessions[account] = (await api.storageState()).cookies
    await api.dispose()
  }
  return sessions
}

/** Switches off the sample's routines and deletes open occurrences, so that the time of day changes nothing. */
async function stopRoutines(url: string) {
  const api = await request.newContext({ baseURL: url, storageState: { cookies: [], origins: [] } })
  await api.post('/api/v1/auth/login', { data: { email: 'god@muster.example', password: PASSWORD } })
  const { routines } = await (await api.get('/api/v1/routines')).json()
  for (const { id } of routines) await api.put(`/api/v1/routines/${id}`, { data: { isActive: false } })
  const { tasks } = await (await api.get('/api/v1/tasks?kind=routine')).json()
  const open = tasks.filter(({ status }: { status: string }) => status !== 'completed')
  if (open.length > 0) await api.delete('/api/v1/tasks', { data: { ids: open.map(({ id }: { id: number }) => id) } })
  await api.dispose()
}
