import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { MAY_REGISTER, SENDS_MAIL } from '../../api/service-facts.ts';
import { register } from '../../api/session.ts';
import { SIGN_IN } from '../../shell/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { faultOf, messageOf } from '../../ui/content-states.tsx';
import { FormError, TextField } from '../../ui/forms/field.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Entrance } from './entrance.tsx';

const NOT_MAILED = 'Keep it safe: this service mails no new one when it is forgotten.';

export function RegisterPage() {
  const { url } = useLocation();
  const other = (
    <>
      Already registered? <a href={`${SIGN_IN}${new URL(url, location.origin).search}`}>Sign in</a>
    </>
  );
  if (!MAY_REGISTER) {
    return (
      <Entrance title="Registration is closed" lead="Whoever runs this service can create an account:" other={other}>
        <code class="entrance-code">npm run accounts -- create EMAIL</code>
      </Entrance>
    );
  }
  return (
    <Entrance
      title="Create your account"
      lead="Then paste your website’s address: your chatbot reads it and answers from it."
      other={other}
    >
      <RegisterForm />
    </Entrance>
  );
}

function RegisterForm() {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { onSubmit, isBusy, error } = useSubmit(() => register(name.trim(), email.trim(), password));
  const faults = { name: faultOf(error, 'name'), email: faultOf(error, 'email'), password: faultOf(error, 'password') };
  const isElsewhere = error !== undefined && Object.values(faults).every((fault) => fault === undefined);
  return (
    <form class="stack" onSubmit={onSubmit}>
      <FormError message={isElsewhere ? messageOf(error) : undefined} />
      <TextField
        label="Your name"
        name="name"
        autocomplete="name"
        value={name}
        onChange={setName}
        error={faults.name}
        maxLength={200}
        isRequired
        hasFocus
      />
      <TextField
        label="Email"
        type="email"
        name="email"
        autocomplete="username"
        value={email}
        onChange={setEmail}
        error={faults.email}
        isRequired
      />
      <TextField
        label="Password"
        type="password"
        name="password"
        autocomplete="new-password"
        hint={SENDS_MAIL ? 'At least 8 characters.' : `At least 8 characters. ${NOT_MAILED}`}
        value={password}
        onChange={setPassword}
        error={faults.password}
        minLength={8}
        isRequired
      />
      <Button type="submit" variant="primary" isBusy={isBusy}>
        Create account
      </Button>
    </form>
  );
}
