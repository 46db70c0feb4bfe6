import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { build } from 'esbuild'
import pg from 'pg'
import { projectRoot } from '../../src/server/base/project-root.ts'

/** Bundles the server into one file, so that one that was killed is soon there again. */
async function bundleServer() {
  const outfile = join(projectRoot, 'dist', `routines-server.${process.pid}.js`)
  await build({
    ...{ absWorkingDir: projectRoot, entryPoints: ['test/support/routines-server.ts'], outfile, bundle: true },
    ...{ platform: 'node', format: 'esm', target: 'node20', external: ['pg-native'], logLevel: 'warning' },
    // CommonJS packages load Node's own modules with `require`.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'\nconst require = requireFrom(import.meta.url)",
    },
  })
  return outfile
}

/** A server that reads times, and answers each with a line. */
class Server {
  readonly ready: Promise<unknown>
  private readonly child: ChildProcess
  private answer: ((line: string | undefined) => void) | undefined

  constructor(program: string, url: string, timeZone: string) {
    this.child = spawn(process.execPath, [program, url, timeZone], {
      cwd: projectRoot,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    // It may be killed while it is written to.
    this.child.stdin?.on('error', () => {})
    const lines = createInterface({ input: this.child.stdout as NodeJS.ReadableStream })
    lines.on('line', (line) => this.answer?.(line))
    this.child.on('exit', () => this.answer?.(undefined))
    this.ready = new Promise((resolve) => {
      this.answer = resolve
    })
  }

  /** The line with which it answers a time; undefined if it was killed before. */
  async tick(time: number): Promise<string | undefined> {
    const answer = new Promise<string | undefined>((resolve) => {
      this.answer = resolve
    })
    this.child.stdin?.write(`${new Date(time).toISOString()}\n`)
    return answer
  }

  async kill() {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return
    const ended = once(this.child, 'exit')
    this.child.kill('SIGKILL')
    await ended
  }
}

/** Throws a failed server's report. One that was killed reports nothing. */
function checkAnswers(answers: (string | undefined)[]) {
  const fault = answers.find((answer) => answer !== undefined && answer !== 'done')
  if (fault) throw new Error(fault)
}

/** Several servers on one database, which all work at a time that is given to them, and are killed meanwhile. */
export class Fleet {
  kills = 0
  private turns = 0
  private servers: Server[] = []
  private starting: Promise<unknown>[] = []
  private readonly url: string
  private readonly program: string
  private readonly open: () => Server

  private constructor(url: string, program: string, open: () => Server) {
    this.url = url
    this.program = program
    this.open = open
  }

  static async start(url: string, timeZone: string, count: number) {
    const program = await bundleServer()
    const fleet = new Fleet(url, program, () => new Server(program, url, timeZone))
    for (let at = 0; at < count; at += 1) fleet.add()
    await fleet.settled()
    return fleet
  }

  private add() {
    const server = this.open()
    this.starting.push(server.ready.then(() => this.servers.push(server)))
  }

  /** Waits until all servers that are starting work. */
  async settled() {
    await Promise.all(this.starting.splice(0))
  }

  /** Lets servers work one after another, each at the next time: together most have nothing to do. */
  async tickOne(time: number) {
    if (this.servers.length === 0) await this.settled()
    const server = this.servers[this.turns++ % this.servers.length]
    checkAnswers([await server?.tick(time)])
  }

  /** Lets all servers work at this time, until one of them has done so and nobody was killed. */
  async tick(time: number, killAfter?: number) {
    if (this.servers.length === 0) await this.settled()
    const working = this.servers.map((server) => server.tick(time))
    const killed = killAfter === undefined ? undefined : this.killOne(killAfter)
    const answers = await Promise.all(working)
    await killed
    checkAnswers(answers)
    if (killAfter === undefined) return
    await this.released()
    await this.tick(time)
  }

  /** Waits until the database notices a lost server: its transaction holds rows, which others pass over. */
  private async released() {
    const client = new pg.Client({ connectionString: this.url })
    await client.connect()
    const isBusy = async () => {
      const { rows } = await client.query<{ busy: boolean }>(
        `select count(*) > 0 as busy from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and state in ('active', 'idle in transaction')`,
      )
      return rows[0]?.busy
    }
    while (await isBusy()) await sleep(20)
    await client.end()
  }

  private async killOne(after: number) {
    const server = this.servers[this.kills % this.servers.length]
    await sleep(after)
    this.servers = this.servers.filter((each) => each !== server)
    await server?.kill()
    this.kills += 1
    this.add()
  }

  async stop() {
    await this.settled()
    await Promise.all(this.servers.map((server) => server.kill()))
    await rm(this.program)
  }
}
