import { CallError } from '../api/call-endpoint.ts'

/** Files that are uploaded one after the other, each by the same call as a single one. */

export interface QueuedFile {
  key: number
  file: File
  title: string
  /** `paused`: the server has asked to wait. `refused`: it can be tried again. */
  state: 'waiting' | 'uploading' | 'paused' | 'done' | 'refused'
  /** The share that has been sent, from 0 to 1. */
  share: number
  /** Why it was refused, in words. */
  fault?: string
}

interface Options {
  /** Sends one file. */
  send: (file: QueuedFile, onProgress: (share: number) => void, signal: AbortSignal) => Promise<unknown>
  /** Why a file is refused before it is sent; undefined if it is not. */
  faultOf: (file: File) => string | undefined
  /** The words for an error. */
  describe: (error: unknown) => string
  onChange: (files: readonly QueuedFile[]) => void
  /** Waits so many milliseconds, or until the signal. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** The server is asked again so often when it is busy. */
const MAX_TRIES = 8
/** Seconds, if the server does not say how long. */
const DEFAULT_WAIT = 5

/** The queue. A file that waits is sent as soon as those before it are done; a refused one holds up no other. */
export function uploadQueue({ send, faultOf, describe, onChange, wait = pause }: Options) {
  let files: readonly QueuedFile[] = []
  let next = 1
  let isRunning = false
  let isSending = false
  const abort = new AbortController()
  const change = (key: number, changes: Partial<QueuedFile>) => {
    files = files.map((file) => (file.key === key ? { ...file, ...changes } : file))
    onChange(files)
  }

  /** Sends one file, and again for as long as the server asks to wait. */
  const sendOne = async (file: QueuedFile) => {
    for (let tries = 1; ; tries += 1) {
      change(file.key, { state: 'uploading', share: 0 })
      try {
        await send(file, (share) => change(file.key, { share }), abort.signal)
        return change(file.key, { state: 'done', share: 1 })
      } catch (error) {
        if (abort.signal.aborted) return
        if (!isBusy(error) || tries === MAX_TRIES) return change(file.key, { state: 'refused', fault: describe(error) })
        change(file.key, { state: 'paused', share: 0 })
        await wait(1000 * (error.retryAfter ?? DEFAULT_WAIT), abort.signal)
        if (abort.signal.aborted) return
      }
    }
  }
  const run = async () => {
    if (isSending || !isRunning) return
    isSending = true
    for (;;) {
      const file = files.find(({ state }) => state === 'waiting')
      if (!file || abort.signal.aborted) break
      await sendOne(file)
    }
    isSending = false
  }
  return {
    /** Adds files. One that is there already, by name, size and time, is left out. */
    add(added: readonly { file: File; title: string }[]) {
      const known = new Set(files.map(({ file }) => identityOf(file)))
      const fresh = added.filter(({ file }) => !known.has(identityOf(file)))
      files = [
        ...files,
        ...fresh.map(({ file, title }): QueuedFile => {
          const fault = faultOf(file)
          const state = fault === undefined ? 'waiting' : 'refused'
          return { key: next++, file, title, state, share: 0, ...(fault !== undefined && { fault }) }
        }),
      ]
      onChange(files)
      void run()
    },
    rename: (key: number, title: string) => change(key, { title }),
    leaveOut(key: number) {
      files = files.filter((file) => file.key !== key)
      onChange(files)
    },
    start() {
      isRunning = true
      return run()
    },
    /** Tries refused files again, those aside that can never be sent. */
    retry(keys: readonly number[]) {
      files = files.map((file) =>
        keys.includes(file.key) && file.state === 'refused' && faultOf(file.file) === undefined
          ? { ...withoutFault(file), state: 'waiting', share: 0 }
          : file,
      )
      onChange(files)
      return run()
    },
    stop: () => abort.abort(),
  }
}

const identityOf = ({ name, size, lastModified }: File) => `${name}\n${size}\n${lastModified}`
const withoutFault = ({ fault: _, ...file }: QueuedFile): QueuedFile => file
const isBusy = (error: unknown): error is CallError =>
  error instanceof CallError && (error.status === 429 || error.status === 503)

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
