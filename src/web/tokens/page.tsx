import { ProfilePart } from '../components/people/profile-part.tsx'
import { CalendarSection } from './calendar.tsx'
import { TokensSection } from './tokens.tsx'

/** Access for other programs of the viewer: tokens for the API, and the address of their calendar. */
export const ApiClientsPage = () => (
  <ProfilePart>
    <CalendarSection />
    <TokensSection />
  </ProfilePart>
)
