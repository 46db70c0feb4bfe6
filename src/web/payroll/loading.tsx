import { LoadingBars } from '../ui/loading-bars.tsx'

export const PayrollLoading = () => (
  <LoadingBars
    bars={['h-4 w-96 max-w-full', ...Array<string>(4).fill('h-18 rounded-card!')]}
    className="grid gap-2.5"
  />
)
