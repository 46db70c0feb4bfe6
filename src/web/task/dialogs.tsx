import { type ReactNode, Suspense, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { afterFirstScreen, whenIdle } from '../api/first-screen.ts'
import { useViewer } from '../api/viewer.ts'
import { useI18n } from '../language.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { lazyAhead } from '../ui/on-demand.ts'
import { useShortcut } from '../ui/shortcuts.ts'
import { toast } from '../ui/toast.tsx'
import { givenBackTask, useTaskActions } from './actions.ts'
import { type BoardActions, BoardContext } from './board-context.ts'
import { useTaskDialogs, useTaskSearch } from './search-params.ts'
import { stepsOpen } from './steps/steps-open.ts'
import { undoLatest } from './undo-stack.ts'

const { Component: TaskDialog, load: loadDialog } = lazyAhead(() =>
  import('./dialog/task-dialog.tsx').then((module) => module.TaskDialog),
)
const DeletedDialog = lazyPart(() => import('./dialog/deleted-dialog.tsx'), 'DeletedDialog')

const GiveBackDialog = lazyPart(() => import('./give-back-dialog.tsx'), 'GiveBackDialog')

/** Gives a screen the actions on its tasks, and the dialog of tasks that the address opens. */
export function TaskDialogs({ children }: { children: ReactNode }) {
  // A dialog is drawn after the tap has been answered, in short tasks.
  const search = useDeferredValue(useTaskSearch().search)
  const { openTask, openEdit, openNew, openDeleted, close } = useTaskDialogs()
  const actions = useTaskActions()
  useUndoKeys()
  useUnfinished(search.task, openTask)
  const released = givenBackTask.use()
  useEffect(() => whenIdle(loadDialog, true), [])
  useUnreadComments()
  const boardActions = useMemo<BoardActions>(
    () => ({ ...actions, open: openTask, edit: openEdit, openNew, openDeleted }),
    [actions, openTask, openEdit, openNew, openDeleted],
  )
  return (
    <BoardContext value={boardActions}>
      {children}
      <Suspense fallback={null}>
        {search.task !== undefined ? (
          <TaskDialog
            key={search.task}
            id={search.task}
            isEditing={search.edit}
            atComments={search.comments}
            onClose={close}
          />
        ) : (
          search.new && <TaskDialog key="new" status={search.new === true ? undefined : search.new} onClose={close} />
        )}
        {search.deleted && <DeletedDialog onClose={close} />}
        {released && <GiveBackDialog task={released} onClose={() => givenBackTask.set(null)} />}
      </Suspense>
    </BoardContext>
  )
}

/** Opens a task that could not be completed for open steps, which its dialog shows until it is closed. */
function useUnfinished(shown: number | undefined, open: (id: number) => void) {
  const unfinished = stepsOpen.use()
  const before = useRef(shown)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each try
  useEffect(() => {
    if (unfinished && unfinished.taskId !== shown) open(unfinished.taskId)
  }, [unfinished])
  useEffect(() => {
    if (before.current !== shown && before.current === stepsOpen.get()?.taskId) stepsOpen.set(null)
    before.current = shown
  }, [shown])
}

/** Follows which tasks have unread comments, once the first screen is there. */
function useUnreadComments() {
  const { id } = useViewer()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person has others
  useEffect(() => {
    let stop = () => {}
    let isStopped = false
    const cancel = afterFirstScreen(async () => {
      const code = await import('./comments/unread.ts').catch(() => undefined)
      if (code && !isStopped) stop = code.followUnreadComments()
    })
    return () => {
      isStopped = true
      cancel()
      stop()
    }
  }, [id])
}

/** Ctrl+Z undoes the latest change of a task that this page has made, unless somebody types. */
function useUndoKeys() {
  const i18n = useI18n()
  const { id } = useViewer()
  useShortcut('mod+z', i18n.t('Undo the latest change'), () => {
    if (!undoLatest(id)) toast({ title: i18n.t('Nothing to undo') })
  })
}
