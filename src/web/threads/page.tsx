import { MessagesSquare } from 'lucide-react'
import { useI18n } from '../language.ts'
import { TaskDialogs } from '../task/dialogs.tsx'
import { cx } from '../ui/class-names.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { NOT_SMALL, useMedia } from '../ui/media.ts'
import { useThreadSearch } from './search-params.ts'
import { OpenThread } from './thread.tsx'
import { ThreadList } from './thread-list.tsx'

/** The viewer's threads beside the open one; on phones one after the other. */
export function MessagesPage() {
  const i18n = useI18n()
  const isWide = useMedia(NOT_SMALL)
  const { thread } = useThreadSearch()
  return (
    <TaskDialogs>
      <div className="flex min-h-0 flex-1">
        {(isWide || thread === undefined) && (
          <div
            className={cx(
              'flex min-h-0 flex-col overflow-y-auto overscroll-contain',
              isWide ? 'w-80 shrink-0 border-line border-e bg-surface xl:w-96' : 'min-w-0 flex-1',
            )}
          >
            <ThreadList />
          </div>
        )}
        {thread !== undefined ? (
          <OpenThread key={thread} id={thread} />
        ) : (
          isWide && (
            <EmptyState icon={MessagesSquare} title={i18n.t('Choose a conversation')}>
              {i18n.t('It opens here, with a field for your answer.')}
            </EmptyState>
          )
        )}
      </div>
    </TaskDialogs>
  )
}
