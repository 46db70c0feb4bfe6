/** A person signs in by an e-mail address or a user name. Each account has one of them, or both. */
interface SignInNames {
  email?: string | null | undefined
  /** An older server does not say. */
  username?: string | null | undefined
}

/** The name by which a person signs in, as screens show it: the e-mail address, or the user name if there is none. */
export const signInName = ({ email, username }: SignInNames): string => email ?? username ?? ''
