import { API_PREFIX } from '../../shared/api-prefix.ts'
import type { BoardSort } from '../../shared/task-query.ts'
import { tasksApi } from '../../shared/tasks.ts'
import { cacheOwner, cacheReply } from '../offline/response-cache.ts'
import { earlyUrls } from './early-replies.ts'
import { afterFirstScreen } from './first-screen.ts'
import { queryClient, replyOf } from './queries.ts'
import { prefetchSession, sessionKey } from './viewer.ts'

/**
 * Reads the session and the board before anything is drawn. The replies that `start.js` has asked for are mostly here
 * when the script is, or are known from the last visit. Then the first thing that is drawn is the board: no sign that
 * it loads, no empty columns.
 */
export async function readFirstData() {
  const urls = earlyUrls()
  void prefetchSession()
  const keys: unknown[][] = [sessionKey]
  const board = urls.find((url) => url.split('?')[0] === API_PREFIX + tasksApi.board.path)
  if (board) {
    const { departmentId, assigneeId, sort } = Object.fromEntries(new URLSearchParams(board.split('?')[1]))
    const query = {
      ...(departmentId && { departmentId: Number(departmentId) }),
      ...(assigneeId && { assigneeId }),
      ...(sort && { sort: sort as BoardSort }),
    }
    const read = replyOf(tasksApi.board, { query })
    void queryClient.prefetchQuery(read).then(() => cacheFirst(board, read.queryKey))
    keys.push(read.queryKey)
  }
  await known(keys)
}

/** Caches an early reply once its person is known (`response-cache.ts`), unless the last visit told. */
async function cacheFirst(url: string, key: unknown[]) {
  await known([sessionKey])
  const data = queryClient.getQueryData(key)
  const owner = cacheOwner()
  if (data !== undefined) afterFirstScreen(() => void cacheReply(url, JSON.stringify(data), owner))
}

/** Resolves when each of these queries has data. */
const known = (keys: unknown[][]) =>
  new Promise<void>((resolve) => {
    const areKnown = () => keys.every((key) => queryClient.getQueryData(key) !== undefined)
    if (areKnown()) return resolve()
    const stop = queryClient.getQueryCache().subscribe(() => {
      if (!areKnown()) return
      stop()
      resolve()
    })
  })
