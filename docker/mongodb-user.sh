# Run once by MongoDB's image, on an empty volume, before anybody else can connect (by `source`, so that its `mongo` is known): the
# account of the service, with rights to its own database and no other.
"${mongo[@]}" chatledger --eval '
  const pwd = require("fs").readFileSync("/run/secrets/mongodb_password", "utf8").trim();
  db.createUser({ user: "chatledger", pwd, roles: [{ role: "readWrite", db: "chatledger" }] });
'
