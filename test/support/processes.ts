import { execFileSync } from 'node:child_process'
import { readdirSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** The processes of an embedded database in this folder: those that work in it or name it. */
export function processesIn(folder: string): number[] {
  if (process.platform !== 'linux') {
    const lines = execFileSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' }).split('\n')
    return lines.filter((line) => line.includes(`-D ${folder}`)).map((line) => Number.parseInt(line, 10))
  }
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        return `${readlinkSync(`/proc/${pid}/cwd`)}/`.startsWith(`${folder}/`)
      } catch {
        return false
      }
    })
}

export async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('waited 10 s in vain')
    await sleep(5)
  }
}
