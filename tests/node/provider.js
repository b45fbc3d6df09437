// A strict OpenID provider for the tests: PKCE, secret and exact redirect address are required.
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import Provider, { interactionPolicy } from "oidc-provider";

const { issuer, port, clientId, clientSecret, redirectUri, like } = JSON.parse(
  process.env.PROVIDER,
);

// How providers of the world differ from a strict one. `verified` is their word about an address.
const KINDS = {
  strict: { prompts: true, verified: (name) => !name.startsWith("unverified") },
  // Microsoft Entra ID: no word about addresses, the secret in the form, keys of unknown curves.
  entra: {
    method: "client_secret_post",
    inToken: true,
    prompts: true,
    strangeKey: { kty: "EC", crv: "P-999", x: "AAAA", y: "AAAA", kid: "of-tomorrow" },
  },
  // Apple: the word is a text, the secret is in the form, and so is the way back.
  apple: {
    method: "client_secret_post",
    inToken: true,
    byForm: true,
    prompts: true,
    verified: () => "true",
  },
  // A server of one's own: verifies nothing by default, and knows no choice of an account.
  "self-hosted": { verified: () => false },
};
const kind = KINDS[like];
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

function account(id) {
  const [name] = id.split("@");
  return {
    accountId: id,
    claims: () => ({
      sub: id,
      email: id,
      ...(kind.verified && { email_verified: kind.verified(name) }),
      given_name: name.replace(/^./, (letter) => letter.toUpperCase()),
      family_name: "Example",
    }),
  };
}

async function grantWithoutQuestion(ctx) {
  const { client, session } = ctx.oidc;
  const known = session.grantIdFor(client.clientId);
  if (known) return ctx.oidc.provider.Grant.find(known);
  const grant = new ctx.oidc.provider.Grant({
    clientId: client.clientId,
    accountId: session.accountId,
  });
  grant.addOIDCScope("openid email profile");
  await grant.save();
  return grant;
}

const policy = interactionPolicy.base();
if (kind.prompts) {
  policy.add(new interactionPolicy.Prompt({ name: "select_account", requestable: true }), 0);
}

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [redirectUri],
      grant_types: ["authorization_code"],
      response_types: ["code"],
      token_endpoint_auth_method: kind.method ?? "client_secret_basic",
    },
  ],
  clientAuthMethods: [kind.method ?? "client_secret_basic"],
  conformIdTokenClaims: !kind.inToken,
  claims: {
    openid: ["sub"],
    email: ["email", "email_verified"],
    profile: ["given_name", "family_name"],
  },
  discovery: kind.prompts ? {} : { prompt_values_supported: ["none", "login", "consent"] },
  cookies: { keys: [randomBytes(32).toString("hex")] },
  features: { devInteractions: { enabled: false } },
  findAccount: (_ctx, id) => account(id),
  interactions: { policy, url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
  jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256" }] },
  loadExistingGrant: grantWithoutQuestion,
  pkce: { required: () => true },
});

async function body(request) {
  let text = "";
  for await (const chunk of request) text += chunk;
  return new URLSearchParams(text);
}

async function interact(request, response) {
  if (request.method === "POST") {
    const fields = await body(request);
    const accountId = fields.get("email");
    const result = accountId
      ? { login: { accountId }, select_account: {} }
      : { error: "access_denied", error_description: "The member said no" };
    await provider.interactionFinished(request, response, result);
    return;
  }
  await provider.interactionDetails(request, response);
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.end(`<!doctype html><title>Sign in</title><h1>Sign in</h1><form method="post">
<label>E-mail <input name="email" type="text"></label><button>Continue</button></form>
<form method="post"><button>Cancel</button></form>`);
}

async function keysWithAStrangeOne(response) {
  const { keys } = await (await fetch(`${issuer}/jwks?own`)).json();
  response.setHeader("Content-Type", "application/json");
  response.end(JSON.stringify({ keys: [kind.strangeKey, ...keys] }));
}

const oidc = provider.callback();
createServer((request, response) => {
  if (kind.strangeKey && request.url === "/jwks") return keysWithAStrangeOne(response);
  if (kind.byForm && request.url.startsWith("/auth?") && !request.url.includes("=form_post")) {
    response.statusCode = 400;
    return response.end("response_mode must be form_post when an address is asked for");
  }
  if (!request.url.startsWith("/interaction/")) return oidc(request, response);
  return interact(request, response).catch((error) => {
    response.statusCode = 400;
    response.end(String(error));
  });
}).listen(port, "127.0.0.1");
