import { ArrowDownWideNarrow } from 'lucide-react'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuChoices } from '../../ui/menu.tsx'
import { useBoardSort } from './board-sort.ts'
import { sortChoices } from './choices.ts'

/** Chooses the order of the board's columns. On tablets `OrderField` does. */
export function SortMenu() {
  const i18n = useI18n()
  const { sort, choose } = useBoardSort()
  const choices = sortChoices(i18n)
  const order = choices.find(({ value }) => value === sort)?.label
  const label = i18n.t('Order: {order}', { order })
  return (
    <Menu
      trigger={
        <Button variant="ghost" aria-label={label} title={label} className="w-8.5 px-0! max-xl:hidden touch:w-11">
          <ArrowDownWideNarrow
            aria-hidden="true"
            className={sort === 'createdAt' ? 'size-4.5' : 'size-4.5 text-accent'}
          />
        </Button>
      }
    >
      <MenuChoices value={sort} onChange={choose} choices={choices} />
    </Menu>
  )
}
