import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectRoot } from '../../../src/server/base/project-root.ts'

export type ProxyName = 'nginx' | 'haproxy'
export const PROXIES: ProxyName[] = ['nginx', 'haproxy']

export function isInstalled(proxy: ProxyName) {
  try {
    execFileSync(proxy, ['-v'], { env: pathWithSystem(), stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Adds the folders of system programs, which are not in the PATH of normal users. */
function pathWithSystem() {
  return { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` }
}

/** The configuration of this proxy from docs/operations.md, with the addresses of these servers. */
function configurationOf(proxy: ProxyName, port: number, ports: number[]) {
  const page = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8')
  const [, block] = new RegExp(`^\`\`\`${proxy}\n(.*?)^\`\`\``, 'ms').exec(page) ?? []
  if (!block) throw new Error(`docs/operations.md has no configuration for ${proxy}`)
  let at = 0
  const adapted = block
    .replace(/10\.0\.0\.\d:3000/g, () => {
      at += 1
      return `127.0.0.1:${ports[at - 1]}`
    })
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('bind :80', `bind 127.0.0.1:${port}`)
  if (at !== ports.length)
    throw new Error(`The configuration for ${proxy} names ${at} servers instead of ${ports.length}`)
  return adapted
}

/** Starts the proxy in front of these servers, and waits until it reaches one. Throws if it does not start. */
export async function startProxy(proxy: ProxyName, folder: string, port: number, ports: number[]) {
  const file = join(folder, `${proxy}.conf`)
  const block = configurationOf(proxy, port, ports)
  const temporaryPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  for (const name of ['client_body', 'proxy']) mkdirSync(join(folder, name))
  const whole = {
    nginx: `daemon off;\nworker_processes 2;\npid ${join(folder, 'nginx.pid')};\nevents {}\nhttp {\naccess_log off;\n${temporaryPaths.join('\n')}\n${block}}\n`,
    haproxy: block,
  }[proxy]
  writeFileSync(file, whole)
  const options = {
    nginx: ['-c', file, '-p', folder, '-e', join(folder, 'nginx.log')],
    haproxy: ['-db', '-f', file],
  }[proxy]
  const child = spawn(proxy, options, { env: pathWithSystem(), stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    output += chunk
  })
  for (let left = 100; left > 0; left -= 1) {
    if (child.exitCode !== null) throw new Error(`${proxy} did not start:\n${output}`)
    const status = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (reply) => reply.status,
      () => 0,
    )
    if (status === 200) return child
    await sleep(100)
  }
  throw new Error(`${proxy} does not reach a server:\n${output}`)
}
