import { once } from 'node:events'
import { type AddressInfo, createServer, connect as dial } from 'node:net'

/** A proxy to a database that can lose the answer to a commit. */
export interface CommitCutter {
  url: string
  /** The next commit is passed on, and then its connection is cut before the answer is passed back. Resolves then. */
  cutNext(): Promise<void>
  close(): void
}

export async function openCommitCutter(target: string): Promise<CommitCutter> {
  const { hostname, port } = new URL(target)
  let isArmed = false
  let hasCut = () => {}
  const server = createServer((inner) => {
    const outer = dial(Number(port), hostname)
    let isCommitting = false
    const end = () => {
      inner.destroy()
      outer.destroy()
    }
    inner.on('data', (piece) => {
      if (isArmed && /commit/i.test(piece.toString('latin1'))) {
        isArmed = false
        isCommitting = true
      }
      outer.write(piece)
    })
    outer.on('data', (piece) => {
      if (!isCommitting) return inner.write(piece)
      end()
      hasCut()
    })
    for (const socket of [inner, outer]) socket.on('error', end).on('close', end)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    cutNext: () =>
      new Promise<void>((resolve) => {
        isArmed = true
        hasCut = resolve
      }),
    close: () => void server.close(),
  }
}
