// A normal person who works while others misbehave, in a separate process. It requests the session and the board in
// turn, when `hostile-clients.ts` asks for it, and reports how long the replies took.
const [, , address = '', cookie = ''] = process.argv
const PAUSE = 40
const PATHS = ['/api/v1/auth/session', '/api/v1/tasks/board', '/api/v1/tasks?limit=50', '/api/v1/notifications']

export interface Waits {
  requests: number
  median: number
  p99: number
  longest: number
  /** Missing replies and refusals. */
  refused: string[]
}

let waits: number[] = []
let refused: string[] = []

process.on('message', () => {
  const sorted = waits.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  const report: Waits = { requests: sorted.length, median: at(0.5), p99: at(0.99), longest: at(1), refused }
  process.send?.(report)
  waits = []
  refused = []
})
process.on('disconnect', () => process.exit())

for (let turn = 0; ; turn += 1) {
  const began = performance.now()
  try {
    const path = PATHS[turn % PATHS.length]
    const reply = await fetch(`${address}${path}`, { headers: { cookie }, signal: AbortSignal.timeout(20_000) })
    await reply.text()
    if (!reply.ok) refused.push(`${path}: ${reply.status}`)
  } catch (error) {
    refused.push(String((error as Error).cause ?? error))
  }
  waits.push(performance.now() - began)
  await new Promise((resolve) => setTimeout(resolve, PAUSE))
}
