import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { MAX_WISHES } from '../../shared/roster/wishes.ts'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { useWishes } from './use-wishes.ts'
import { WishList } from './wish-list.tsx'

const WishDialog = lazyPart(() => import('./wish-dialog.tsx'), 'WishDialog')

/** One's own wishes: when one cannot work, and when one would like to. */
export function MyWishes() {
  const i18n = useI18n()
  const own = useWishes()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section aria-label={i18n.t('My wishes')} className="grid gap-2">
      <div className="flex items-center gap-2">
        <h2 className="flex-1 font-semibold">{i18n.t('My wishes')}</h2>
        {own.wishes && own.wishes.length < MAX_WISHES && (
          <Button onClick={() => setIsOpen(true)}>
            <Plus aria-hidden="true" className="size-4" />
            {i18n.t('Add a wish')}
          </Button>
        )}
      </div>
      <WishList
        label={i18n.t('My wishes')}
        none={i18n.t('Say when you cannot work, or would like to. Only you and the people who plan see it.')}
        again={i18n.t('Add it again under “My wishes”')}
        of={own}
      />
      <Suspense fallback={null}>
        {isOpen && (
          <WishDialog
            title={i18n.t('Add a wish')}
            description={i18n.t('Only you and the people who plan see it. They may have to plan otherwise.')}
            aboutNote={i18n.t('You do not have to say why.')}
            pending={own.isSaving}
            onAdd={own.add}
            onClose={() => setIsOpen(false)}
          />
        )}
      </Suspense>
    </section>
  )
}
