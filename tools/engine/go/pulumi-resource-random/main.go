// The plugin behind @pulumi/random, for machines where Pulumi's own build of it cannot be downloaded.
//
// It serves HashiCorp's random provider, which is licensed under the Mozilla Public License 2.0, through Pulumi's
// Terraform bridge (Apache License 2.0). Neither is part of this project: the Go command fetches the sources named in
// go.mod and compiles them on the user's machine, where they stay available in its module cache. The module path lies
// below the provider's because Go lets nobody else import its internal packages.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/pf/tfbridge"
	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/pf/tfgen"
	bridge "github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfbridge"
	"github.com/pulumi/pulumi/sdk/v3/go/common/diag"
	"github.com/pulumi/pulumi/sdk/v3/go/common/diag/colors"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	"github.com/terraform-providers/terraform-provider-random/internal/provider"
)

// version is set by the linker to the version of @pulumi/random that this plugin answers for.
var version = "0.0.0"

// resources names the provider's types as @pulumi/random spells them.
var resources = []string{
	"RandomBytes", "RandomId", "RandomInteger", "RandomPassword", "RandomPet",
	"RandomShuffle", "RandomString", "RandomUuid", "RandomUuid4", "RandomUuid7",
}

func main() {
	ctx := context.Background()
	info := providerInfo()
	schema, err := packageSchema(ctx, info)
	if err != nil {
		fmt.Fprintln(os.Stderr, "cannot describe the random provider:", err)
		os.Exit(1)
	}
	tfbridge.Main(ctx, info.Name, info, schema)
}

func providerInfo() bridge.ProviderInfo {
	return bridge.ProviderInfo{
		Name:         "random",
		Version:      version,
		P:            tfbridge.ShimProvider(provider.New()),
		Resources:    resourceInfos(),
		MetadataInfo: bridge.NewProviderMetadata(nil),
	}
}

// resourceInfos maps random_password to random:index/randomPassword:RandomPassword, and so on for every type.
func resourceInfos() map[string]*bridge.ResourceInfo {
	infos := map[string]*bridge.ResourceInfo{}
	for _, name := range resources {
		member := strings.ToLower(name[:1]) + name[1:]
		suffix := strings.ToLower(strings.TrimPrefix(name, "Random"))
		infos["random_"+suffix] = &bridge.ResourceInfo{Tok: tokens.Type("random:index/" + member + ":" + name)}
	}
	infos["random_bytes"].ComputeID = idFromBase64
	return infos
}

// idFromBase64 serves the one type whose state has no id of its own.
func idFromBase64(_ context.Context, state resource.PropertyMap) (resource.ID, error) {
	value := state["base64"]
	if value.IsSecret() {
		value = value.SecretValue().Element
	}
	if !value.IsString() {
		return "", fmt.Errorf("random bytes carry no base64 text to take their id from")
	}
	return resource.ID(value.StringValue()), nil
}

// packageSchema is made at each start: it takes a few milliseconds, and nothing generated has to be kept in the project.
// Nothing may reach standard output, where the engine waits for the port number.
func packageSchema(ctx context.Context, info bridge.ProviderInfo) (tfbridge.ProviderMetadata, error) {
	result, err := tfgen.GenerateSchema(ctx, tfgen.GenerateSchemaOptions{
		ProviderInfo:    info,
		DiagnosticsSink: diag.DefaultSink(io.Discard, io.Discard, diag.FormatOptions{Color: colors.Never}),
		XInMemoryDocs:   true,
	})
	if err != nil {
		return tfbridge.ProviderMetadata{}, err
	}
	return result.ProviderMetadata, nil
}
