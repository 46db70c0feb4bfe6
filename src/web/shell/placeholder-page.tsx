import { EmptyState } from '../ui/empty-state.tsx'
import { Mark } from '../ui/mark.tsx'
import { useScreen } from './screen.ts'

/** The place of a screen that has not been built yet. */
export function PlaceholderPage() {
  const screen = useScreen()
  return (
    <div className="grid flex-1 place-items-center">
      <div>
        <Mark className="mx-auto size-8 text-control" />
        <EmptyState title={`${screen?.title} will be here`} className="pt-4">
          This part of Muster is still being built.
        </EmptyState>
      </div>
    </div>
  )
}
