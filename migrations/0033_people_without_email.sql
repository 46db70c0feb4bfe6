ALTER TABLE "users" ALTER COLUMN "email" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "username" varchar(40);
--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_sign_in_name" CHECK ("users"."email" is not null or "users"."username" is not null) NOT VALID;
--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_username_form" CHECK ("users"."username" ~ '^[a-z0-9._-]{3,40}$') NOT VALID;
--> statement-breakpoint
-- A few thousand rows at most: that takes no time.
ALTER TABLE "users" VALIDATE CONSTRAINT "users_sign_in_name";
--> statement-breakpoint
ALTER TABLE "users" VALIDATE CONSTRAINT "users_username_form";
