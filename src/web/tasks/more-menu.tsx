import { Printer, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useCan } from '../api/viewer.ts'
import { useI18n } from '../language.ts'
import { useBoardActions } from '../task/board-context.ts'
import { asksForDone, useTaskSearch } from '../task/search-params.ts'
import { IconButton } from '../ui/button.tsx'
import { Ellipsis } from '../ui/dots.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { Menu, MenuEntry } from '../ui/menu.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { useView } from './filters/view.ts'

const PrintedTasks = lazyPart(() => import('./print/printed-tasks.tsx'), 'PrintedTasks')

/** The menu of rarely used task actions. */
export function MoreMenu({ className }: { className?: string }) {
  const i18n = useI18n()
  const { openDeleted } = useBoardActions()
  const mayRestore = useCan('task:restore')
  const { search } = useTaskSearch()
  const { view } = useView()
  const [printing, setPrinting] = useState<'open' | 'all' | 'sheets'>()
  const print = () => setPrinting('open')
  // The browser would print the rows that are drawn, which are those in view.
  useShortcut('mod+p', i18n.t('Print'), print)
  return (
    <>
      <Menu
        trigger={
          <IconButton label={i18n.t('More')} className={className}>
            <Ellipsis aria-hidden="true" className="size-4.5" />
          </IconButton>
        }
      >
        <MenuEntry icon={Printer} onSelect={print}>
          {i18n.t('Print')}
        </MenuEntry>
        {view === 'people' && (
          <MenuEntry icon={Printer} onSelect={() => setPrinting('sheets')}>
            {i18n.t('Print a sheet for each person')}
          </MenuEntry>
        )}
        {view !== 'people' && !asksForDone(search) && (
          <MenuEntry icon={Printer} onSelect={() => setPrinting('all')}>
            {i18n.t('Print with completed tasks')}
          </MenuEntry>
        )}
        {mayRestore && (
          <MenuEntry icon={Trash2} onSelect={openDeleted}>
            {i18n.t('Deleted tasks')}
          </MenuEntry>
        )}
      </Menu>
      {printing && (
        <Suspense fallback={null}>
          <PrintedTasks
            withDone={printing === 'all'}
            {...(printing === 'sheets' && { sheets: 'all' })}
            onDone={() => setPrinting(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
