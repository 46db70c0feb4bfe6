import { useMemo } from 'react'
import type { HandoverItem } from '../../../../shared/handovers.ts'
import type { Status } from '../../../../shared/task-status.ts'
import { tasksApi } from '../../../../shared/tasks.ts'
import { startOfDay } from '../../../../shared/time/time.ts'
import { todayApi } from '../../../../shared/today.ts'
import { inOrder } from '../../../../shared/waiting.ts'
import { useReply } from '../../../api/queries.ts'
import { useViewer } from '../../../api/viewer.ts'
import { serverNow } from '../../../server-time.ts'

/** Tasks of each status that the sheet offers at most. */
const LIMIT = 50

const useOf = (assigneeId: string, status: Status) =>
  useReply(tasksApi.list, { query: { assigneeId, status, limit: LIMIT } })

/**
 * The viewer's open tasks in the order of Today: begun ones and taken problems (`begun`), and others. Undefined until
 * known.
 */
export function useOwnTasks() {
  const { id, timeZone } = useViewer()
  const lists = [useOf(id, 'in_progress'), useOf(id, 'overdue'), useOf(id, 'pending')] as const
  const [inProgress, overdue, pending] = lists.map(({ data }) => data?.tasks)
  const tasks = useMemo(() => {
    if (!inProgress || !overdue || !pending) return undefined
    const all = [...inProgress, ...overdue, ...pending].filter(({ closedAt }) => !closedAt)
    const at = serverNow()
    const dayEnds = new Date(startOfDay(at, timeZone, 1)).toISOString()
    return inOrder(all, at, { viewerId: id, dayEnds })
  }, [inProgress, overdue, pending, id, timeZone])
  return {
    tasks,
    isError: lists.some(({ isError }) => isError),
    isFetching: lists.some(({ isFetching }) => isFetching),
    refetch: () => void Promise.all(lists.map(({ refetch }) => refetch())),
  }
}

/** The items without a task that the viewer has received and not done, as Today says. */
export const useReceived = (): HandoverItem[] => useReply(todayApi.read, {}).data?.handedOver?.items ?? []
