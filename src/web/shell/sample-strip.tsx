import { deployment } from '../api/deployment.ts'

/** On small screens the note of the sample data has a line of its own. */
export const SampleStrip = () =>
  deployment.sample && <p className="tint-medium py-0.5 text-center font-semibold text-xs md:hidden">Sample data</p>
